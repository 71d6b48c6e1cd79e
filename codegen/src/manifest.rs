//! What a package declares: for each program, its hooks in their order.

use std::path::PathBuf;

use crate::scan::{Cfg, Dependency, Hook, NativeHook, Package, Scan, Target, scan};

/// Everything that the source of a package says.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// The package's name.
    pub package: String,
    pub version: String,
    /// Its binaries.
    pub programs: Vec<Program>,
    /// Every file that was read: what a change of may change the manifest.
    pub files: Vec<PathBuf>,
}

/// A binary and the hooks that are linked into it.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub name: String,
    /// Dependencies first, then the library, then the binary itself; each in the order of its source.
    pub hooks: Vec<Hook>,
    /// Hooks on one host's own events.
    pub natives: Vec<NativeHook>,
    /// Crates that the binary must name, or the linker would drop their hooks.
    pub links: Vec<String>,
    /// Whether it calls `hookwright::main!` or `hookwright::run!`.
    pub answers: bool,
}

/// Scans a package and what it links.
pub fn manifest(package: &Package, version: &str, others: &[Dependency], cfg: &Cfg) -> Manifest {
    let mut files = Vec::new();
    let mut shared = Scan::default();
    let mut links = Vec::new();
    let outside = cfg.of_dependency();
    let mut take = |found: Scan, link: Option<String>| {
        let any = !found.hooks.is_empty() || !found.natives.is_empty();
        links.extend(link.filter(|_| any));
        shared.hooks.extend(found.hooks);
        shared.natives.extend(found.natives);
        shared.files.extend(found.files);
    };
    for dependency in package.dependencies.iter().chain(others) {
        let found = scan(&package.dir, &dependency.lib.root, &dependency.lib.crate_name(), &outside);
        take(found, package.direct.contains(&dependency.alias).then(|| dependency.alias.clone()));
    }
    if let Some(lib) = &package.lib {
        take(of_target(package, lib, cfg), Some(lib.crate_name()));
    }
    files.extend(shared.files.iter().cloned());
    let mut programs = Vec::new();
    for bin in &package.bins {
        let found = of_target(package, bin, cfg);
        files.extend(found.files);
        programs.push(Program {
            name: bin.name.clone(),
            hooks: once(shared.hooks.iter().cloned().chain(found.hooks), |h| &h.id),
            natives: once(shared.natives.iter().cloned().chain(found.natives), |h| &h.id),
            links: links.clone(),
            answers: found.makes_program,
        });
    }
    files.sort();
    files.dedup();
    Manifest { package: package.name.clone(), version: version.to_owned(), programs, files }
}

/// Each id once: a module can be part of two crates under one name.
fn once<T>(all: impl Iterator<Item = T>, id: impl Fn(&T) -> &String) -> Vec<T> {
    let mut unique: Vec<T> = Vec::new();
    for one in all {
        if !unique.iter().any(|u| id(u) == id(&one)) {
            unique.push(one);
        }
    }
    unique
}

fn of_target(package: &Package, target: &Target, cfg: &Cfg) -> Scan {
    scan(&package.dir, &target.root, &target.crate_name(), cfg)
}

impl Manifest {
    /// The programs that hosts start: the one that is chosen, or else all that answer.
    ///
    /// # Errors
    /// The chosen one is no binary of the package.
    pub fn started(&self, chosen: Option<&str>) -> Result<Vec<&Program>, String> {
        let Some(chosen) = chosen else {
            return Ok(self.programs.iter().filter(|p| p.answers).collect());
        };
        match self.programs.iter().find(|p| p.name == chosen) {
            Some(program) => Ok(vec![program]),
            None => {
                let names: Vec<&str> = self.programs.iter().map(|p| p.name.as_str()).collect();
                Err(format!("`bin = \"{chosen}\"` is no binary of this package; it has {}", names.join(", ")))
            }
        }
    }
}
