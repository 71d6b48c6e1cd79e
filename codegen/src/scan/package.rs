//! Reads a package's `Cargo.toml`: its targets, what it depends on by path, and `[package.metadata.hookwright]`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::Cfg;
use crate::document;

/// A package as its manifest describes it.
#[derive(Clone, Debug)]
pub struct Package {
    pub dir: PathBuf,
    pub name: String,
    pub settings: Settings,
    pub lib: Option<Target>,
    pub bins: Vec<Target>,
    /// Path dependencies that use Hookwright themselves.
    pub dependencies: Vec<Dependency>,
    /// All direct dependencies, by the names they have in the source.
    pub direct: Vec<String>,
}

/// A crate that is compiled from the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub name: String,
    pub root: PathBuf,
}

impl Target {
    /// The name that `module_path!` begins with.
    pub fn crate_name(&self) -> String {
        self.name.replace('-', "_")
    }
}

/// A package beside this one that may hold hooks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The name that the source of this package uses.
    pub alias: String,
    pub dir: PathBuf,
    pub lib: Target,
}

/// `[package.metadata.hookwright]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Settings {
    /// The hosts to build for; without it, all that have hooks.
    #[serde(default)]
    pub hosts: Option<Vec<String>>,
    /// Host files of the user's own, relative to the package.
    #[serde(default)]
    pub host_files: Vec<PathBuf>,
    /// Dependencies that hold hooks and are not found by their path.
    #[serde(default)]
    pub crates: Vec<String>,
    /// What hooks lose on which host goes into the report alone, not to the terminal.
    #[serde(default)]
    pub quiet: bool,
    /// The binary that hosts start, where several call `hookwright::main!`.
    #[serde(default)]
    pub bin: Option<String>,
}

#[derive(Deserialize)]
struct Manifest {
    package: Option<ManifestPackage>,
    lib: Option<ManifestTarget>,
    #[serde(default)]
    bin: Vec<ManifestTarget>,
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
    workspace: Option<toml::Table>,
}

#[derive(Deserialize)]
struct ManifestPackage {
    name: String,
    #[serde(default = "yes")]
    autobins: bool,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Default, Deserialize)]
struct Metadata {
    #[serde(default)]
    hookwright: Settings,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
struct ManifestTarget {
    name: Option<String>,
    path: Option<PathBuf>,
}

impl Package {
    /// Reads the package in `dir`.
    ///
    /// # Errors
    /// The manifest cannot be read, or its `[package.metadata.hookwright]` is not understood; the text says where.
    pub fn read(dir: &Path, cfg: &Cfg) -> Result<Package, String> {
        let (path, manifest) = read_manifest(dir)?;
        let package = manifest.package.ok_or_else(|| format!("{}: no [package]", path.display()))?;
        let settings = package.metadata.hookwright;
        let lib = lib_target(dir, &package.name, manifest.lib.as_ref());
        let bins = bin_targets(dir, &package.name, &manifest.bin, package.autobins);
        let direct = manifest.dependencies.keys().map(|k| k.replace('-', "_")).collect();
        let dependencies = dependencies(dir, &manifest.dependencies, cfg);
        Ok(Package { dir: dir.to_owned(), name: package.name, settings, lib, bins, dependencies, direct })
    }

    /// The library of a package in `dir`, as a dependency of this name.
    pub fn dependency(alias: &str, dir: &Path) -> Option<Dependency> {
        let (_, manifest) = read_manifest(dir).ok()?;
        let lib = lib_target(dir, &manifest.package?.name, manifest.lib.as_ref())?;
        Some(Dependency { alias: alias.replace('-', "_"), dir: dir.to_owned(), lib })
    }
}

fn read_manifest(dir: &Path) -> Result<(PathBuf, Manifest), String> {
    let path = dir.join("Cargo.toml");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let manifest = document::from_str(&path.to_string_lossy(), &text).map_err(|e| e.to_string())?;
    Ok((path, manifest))
}

fn lib_target(dir: &Path, package: &str, written: Option<&ManifestTarget>) -> Option<Target> {
    let root = dir.join(written.and_then(|l| l.path.clone()).unwrap_or_else(|| "src/lib.rs".into()));
    let name = written.and_then(|l| l.name.clone()).unwrap_or_else(|| package.to_owned());
    root.is_file().then_some(Target { name, root })
}

fn bin_targets(dir: &Path, package: &str, written: &[ManifestTarget], auto: bool) -> Vec<Target> {
    let mut found = Vec::new();
    if auto {
        let main = dir.join("src/main.rs");
        if main.is_file() {
            found.push(Target { name: package.to_owned(), root: main });
        }
        let mut inside: Vec<PathBuf> =
            fs::read_dir(dir.join("src/bin")).into_iter().flatten().filter_map(|e| Some(e.ok()?.path())).collect();
        inside.sort();
        for path in inside {
            let Some(stem) = path.file_stem().and_then(|s| s.to_str()).map(str::to_owned) else { continue };
            let root = if path.is_dir() { path.join("main.rs") } else { path };
            if root.is_file() && root.extension().is_some_and(|e| e == "rs") {
                found.push(Target { name: stem, root });
            }
        }
    }
    for target in written {
        let Some(name) = target.name.clone() else { continue };
        let places = [format!("src/bin/{name}.rs"), format!("src/bin/{name}/main.rs"), "src/main.rs".to_owned()];
        let root = match &target.path {
            Some(path) => Some(dir.join(path)),
            None => places.iter().map(|p| dir.join(p)).find(|p| p.is_file()),
        };
        let Some(root) = root else { continue };
        found.retain(|t| t.root != root && t.name != name);
        found.push(Target { name, root });
    }
    found
}

/// Path dependencies that are on and use Hookwright themselves.
fn dependencies(dir: &Path, written: &BTreeMap<String, toml::Value>, cfg: &Cfg) -> Vec<Dependency> {
    let mut found = Vec::new();
    for (alias, value) in written {
        let Some(table) = value.as_table() else { continue };
        let is = |key: &str| table.get(key).and_then(toml::Value::as_bool).unwrap_or(false);
        if is("optional") && cfg.feature(alias) != Some(true) {
            continue;
        }
        let path = match table.get("path").and_then(toml::Value::as_str) {
            Some(path) => Some(dir.join(path)),
            None if is("workspace") => workspace_path(dir, alias),
            None => None,
        };
        let Some(path) = path else { continue };
        let uses_us = read_manifest(&path).is_ok_and(|(_, m)| m.dependencies.contains_key("hookwright"));
        if uses_us {
            found.extend(Package::dependency(alias, &path));
        }
    }
    found
}

/// Where the workspace's root says a dependency is.
fn workspace_path(dir: &Path, alias: &str) -> Option<PathBuf> {
    let roots = dir.ancestors().skip(1).filter(|a| a.join("Cargo.toml").is_file());
    roots.filter_map(|root| Some((root, read_manifest(root).ok()?.1.workspace?))).find_map(|(root, workspace)| {
        let path = workspace.get("dependencies")?.get(alias)?.get("path")?.as_str()?;
        Some(root.join(path))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(files: &[(&str, &str)]) -> (tempfile::TempDir, Result<Package, String>) {
        let dir = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = dir.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let read = Package::read(&dir.path().join("app"), &Cfg::from_env(std::iter::empty()));
        (dir, read)
    }

    #[test]
    fn targets_and_dependencies_are_found() {
        let (dir, package) = package(&[
            ("Cargo.toml", "[workspace]\n[workspace.dependencies]\nshared = { path = \"shared\" }"),
            (
                "app/Cargo.toml",
                "[package]\nname = \"my-app\"\n[[bin]]\nname = \"renamed\"\npath = \"src/main.rs\"\n
                 [dependencies]\nshared.workspace = true\nnear = { path = \"../near\" }\nplain = { path = \"../plain\" }
                 off = { path = \"../near\", optional = true }\nserde = \"1\"
                 [package.metadata.hookwright]\nhosts = [\"codex\"]\nhost-files = [\"h.toml\"]",
            ),
            ("app/src/main.rs", ""),
            ("app/src/lib.rs", ""),
            ("app/src/bin/one.rs", ""),
            ("app/src/bin/two/main.rs", ""),
            ("app/src/bin/notes.txt", ""),
            (
                "shared/Cargo.toml",
                "[package]\nname = \"shared\"\n[lib]\nname = \"common\"\n[dependencies]\nhookwright = \"0\"",
            ),
            ("shared/src/lib.rs", ""),
            ("near/Cargo.toml", "[package]\nname = \"near\"\n[dependencies]\nhookwright = \"0\""),
            ("near/src/lib.rs", ""),
            ("plain/Cargo.toml", "[package]\nname = \"plain\""),
            ("plain/src/lib.rs", ""),
        ]);
        let package = package.unwrap();
        assert_eq!(package.lib.as_ref().unwrap().crate_name(), "my_app");
        assert_eq!(package.bins.iter().map(|b| b.name.as_str()).collect::<Vec<_>>(), ["one", "two", "renamed"]);
        let found: Vec<(&str, &str)> =
            package.dependencies.iter().map(|d| (d.alias.as_str(), d.lib.name.as_str())).collect();
        assert_eq!(found, [("near", "near"), ("shared", "common")]);
        assert_eq!(package.settings.hosts, Some(vec!["codex".to_owned()]));
        drop(dir);
    }

    #[test]
    fn settings_that_are_not_understood_are_named() {
        let (_dir, package) = package(&[(
            "app/Cargo.toml",
            "[package]\nname = \"a\"\n[package.metadata.hookwright]\nhost = [\"codex\"]",
        )]);
        let error = package.unwrap_err();
        let wanted = "Cargo.toml:4: package.metadata.hookwright.host: unknown field `host`";
        assert!(error.contains(wanted), "{error}");
    }
}
