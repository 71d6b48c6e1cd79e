//! The build script: reads what cargo tells, compiles, writes what changed, and says what is to be said.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

use crate::emit::{self, FileMap, command};
use crate::host::{Host, Library, Paradigm};
use crate::layout::Layout;
use crate::lower::{Diagnostic, Level, diagnose, lower, report_json, report_text};
use crate::manifest::{Manifest, Program, manifest};
use crate::scan::{Cfg, Dependency, Package};
use crate::vocab;

/// Compiles the package's hooks: `fn main() { hookwright_codegen::build() }` is all that a `build.rs` needs.
///
/// It writes the program's tables to `OUT_DIR` and each host's files to `target/<profile>/hooks/<package>/<host>/`, or to
/// `$HOOKWRIGHT_DIST/<host>/`. What a host cannot do is a warning; what cannot be built is an error of the build.
pub fn build() {
    let diagnostics = match run() {
        Ok(diagnostics) => diagnostics,
        Err(error) => vec![Diagnostic::error(error)],
    };
    for diagnostic in diagnostics {
        let text = diagnostic.text.replace('\n', " ");
        match diagnostic.level {
            Level::Warning => println!("cargo::warning={text}"),
            Level::Error => println!("cargo::error={text}"),
        }
    }
}

fn run() -> Result<Vec<Diagnostic>, String> {
    let dir = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?);
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let cfg = Cfg::from_env(env::vars_os().filter_map(|(k, v)| Some((k.into_string().ok()?, v.into_string().ok()?))));
    let layout = Layout::from_env(&dir)?;
    let package = Package::read(&dir, &cfg)?;
    let mut diagnostics = Vec::new();
    let others = other_crates(&package, &mut diagnostics);
    let manifest = manifest(&package, &version, &others, &cfg);
    watch(&package, &manifest);
    let library = library(&package, &mut diagnostics);
    let hosts = hosts(&package, &library, &mut diagnostics)?;
    for program in &manifest.programs {
        let name = format!("hookwright-{}.rs", program.name);
        let text = emit::tables(&manifest, program, &hosts, layout.windows);
        write_changed(&layout.out_dir.join(name), text.as_bytes()).map_err(|e| format!("OUT_DIR: {e}"))?;
    }
    let started = manifest.started(package.settings.bin.as_deref())?;
    let dist = env::var_os("HOOKWRIGHT_DIST").map(PathBuf::from);
    let root = dist.unwrap_or_else(|| layout.profile_dir.join("hooks").join(&manifest.package));
    let mut files = FileMap::new();
    for program in &started {
        // One program needs no folder of its own.
        let folder = if started.len() > 1 { PathBuf::from(&program.name) } else { PathBuf::new() };
        let mut found = compile(program, &hosts, &layout, &version, &folder, &mut files);
        found.retain(|d| d.level == Level::Error || !package.settings.quiet);
        diagnostics.extend(found);
    }
    write_dist(&root, &files).map_err(|e| format!("{}: {e}", root.display()))?;
    Ok(diagnostics)
}

/// One program's files on every host.
fn compile(
    program: &Program,
    hosts: &[Host],
    layout: &Layout,
    version: &str,
    folder: &Path,
    files: &mut FileMap,
) -> Vec<Diagnostic> {
    if program.hooks.is_empty() && program.natives.is_empty() {
        return vec![Diagnostic::warning(format!("`{}` has no #[hook]: nothing is emitted for it", program.name))];
    }
    let path = layout.program(&program.name);
    let named = command::Program {
        name: program.name.clone(),
        path: path.to_string_lossy().into_owned(),
        version: version.to_owned(),
        windows: layout.windows,
    };
    let plans: Vec<_> = hosts.iter().map(|host| lower(host, program)).collect();
    let mut diagnostics = diagnose(&plans);
    let mut report = |name: &str, text: String| files.insert(folder.join(name), emit::Artifact::text(text));
    report("report.txt", report_text(&program.name, &plans));
    report("report.json", format!("{:#}\n", report_json(&plans)));
    for plan in &plans {
        match emit::artifacts(plan, &named) {
            Ok(emitted) => {
                let under = folder.join(&plan.host.id);
                files.extend(emitted.into_iter().map(|(path, file)| (under.join(path), file)));
            }
            Err(error) => {
                diagnostics.push(Diagnostic::warning(format!("nothing is emitted for {}: {error}", plan.host.id)))
            }
        }
    }
    diagnostics
}

/// The hosts that come with Hookwright and those that the package names.
fn library(package: &Package, diagnostics: &mut Vec<Diagnostic>) -> Library {
    let mut library = Library::builtin();
    for file in &package.settings.host_files {
        let path = package.dir.join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let shown = file.display().to_string();
        match fs::read_to_string(&path) {
            Ok(text) => {
                if let Err(errors) = library.add(&shown, &text) {
                    diagnostics.extend(errors.into_iter().map(|e| Diagnostic::error(e.to_string())));
                }
            }
            Err(error) => diagnostics.push(Diagnostic::error(format!("host-files: {shown}: {error}"))),
        }
    }
    library
}

/// The hosts that the package chose, or all that have hooks.
fn hosts(package: &Package, library: &Library, diagnostics: &mut Vec<Diagnostic>) -> Result<Vec<Host>, String> {
    let first = |errors: Vec<crate::host::Error>| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    let ids = match &package.settings.hosts {
        Some(ids) => ids.clone(),
        None => library.with_hooks().map_err(first)?,
    };
    let mut hosts: Vec<Host> = Vec::new();
    for id in &ids {
        match library.get(id).map_err(first)? {
            None => {
                let hint =
                    vocab::nearest(id, library.ids()).map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
                diagnostics.push(Diagnostic::error(format!("hosts: there is no host `{id}`{hint}")));
            }
            Some(host) if matches!(host.paradigm, Paradigm::McpOnly | Paradigm::None) => {
                let reason = host.reason.unwrap_or_default();
                diagnostics.push(Diagnostic::warning(format!("{id} has no hooks: {reason}")));
            }
            Some(host) if hosts.iter().any(|h| h.id == host.id) => {}
            Some(host) => hosts.push(host),
        }
    }
    Ok(hosts)
}

/// The crates of `crates = […]` that are no path dependencies, by what cargo knows of them.
fn other_crates(package: &Package, diagnostics: &mut Vec<Diagnostic>) -> Vec<Dependency> {
    let known = |name: &String| package.dependencies.iter().any(|d| d.alias == name.replace('-', "_"));
    let wanted: Vec<&String> = package.settings.crates.iter().filter(|name| !known(name)).collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let found = package_dirs(&package.dir);
    let mut dependencies = Vec::new();
    for name in wanted {
        let dir = found.iter().find(|(n, _)| n == name).map(|(_, dir)| dir);
        match dir.and_then(|dir| Package::dependency(name, dir)) {
            Some(dependency) => dependencies.push(dependency),
            None => diagnostics.push(Diagnostic::error(format!("crates: `{name}` is no dependency with a library"))),
        }
    }
    dependencies
}

/// Every package that cargo resolved, and its folder.
fn package_dirs(dir: &Path) -> Vec<(String, PathBuf)> {
    let Some(cargo) = env::var_os("CARGO") else { return Vec::new() };
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--offline", "--manifest-path"]).arg(dir.join("Cargo.toml"));
    if let Ok(target) = env::var("TARGET") {
        // Packages of other platforms may not have been fetched.
        command.args(["--filter-platform", &target]);
    }
    let out = command.output();
    let parsed: Option<serde_json::Value> = out.ok().and_then(|o| serde_json::from_slice(&o.stdout).ok());
    let packages = parsed.as_ref().and_then(|p| p["packages"].as_array()).cloned().unwrap_or_default();
    let one = |p: &serde_json::Value| {
        let dir = Path::new(p["manifest_path"].as_str()?).parent()?.to_owned();
        Some((p["name"].as_str()?.to_owned(), dir))
    };
    packages.iter().filter_map(one).collect()
}

/// Tells cargo what to watch.
fn watch(package: &Package, manifest: &Manifest) {
    println!("cargo::rerun-if-env-changed=HOOKWRIGHT_DIST");
    println!("cargo::rerun-if-changed={}", package.dir.join("Cargo.toml").display());
    for file in &manifest.files {
        println!("cargo::rerun-if-changed={}", file.display());
    }
}

/// The list of what an earlier build wrote, so that what is no longer emitted goes.
const LIST: &str = ".hookwright";

/// Writes the files that changed and removes those of an earlier build that are no longer emitted.
fn write_dist(root: &Path, files: &FileMap) -> io::Result<()> {
    let list = root.join(LIST);
    let earlier = fs::read_to_string(&list).unwrap_or_default();
    let now: BTreeSet<String> = files.keys().map(|p| p.to_string_lossy().into_owned()).collect();
    for gone in earlier.lines().filter(|line| !now.contains(*line)) {
        let path = root.join(gone);
        let _ = fs::remove_file(&path);
        // Folders go once they are empty; one that is not, stays.
        for folder in path.ancestors().skip(1).take_while(|a| *a != root) {
            if fs::remove_dir(folder).is_err() {
                break;
            }
        }
    }
    for (path, file) in files {
        let path = root.join(path);
        write_changed(&path, file.text.as_bytes())?;
        if file.executable {
            make_executable(&path)?;
        }
    }
    let text: String = now.iter().map(|line| format!("{line}\n")).collect();
    if text != earlier {
        write_changed(&list, text.as_bytes())?;
    }
    Ok(())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Writes a file unless it already holds just that, so that nothing is built again for nothing.
fn write_changed(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::read(path).is_ok_and(|have| have == bytes) {
        return Ok(());
    }
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, bytes)
}
