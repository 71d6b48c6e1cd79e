//! Packages from the npm registry at pinned versions, installed once into `target/lab/<name>`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder that keeps what tests install: `target/lab` of this workspace.
pub fn lab_dir() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR")
        .map(PathBuf::from)
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../target"));
    target.join("lab")
}

/// Installs `packages` (npm specs such as `typescript@5.9.2`) into `target/lab/<name>` and returns that folder.
/// A later call with the same list does nothing; callers in other processes wait on a lock file.
///
/// # Errors
/// npm is missing, or the registry does not have a package: the text says which.
pub fn install(name: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let dir = lab_dir().join(name);
    fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
    let lock = fs::File::create(dir.join(".lock")).map_err(|e| e.to_string())?;
    lock.lock().map_err(|e| e.to_string())?;
    let stamp = dir.join(".installed");
    let wanted = packages.join("\n");
    if fs::read_to_string(&stamp).is_ok_and(|have| have == wanted) {
        return Ok(dir);
    }
    fs::write(dir.join("package.json"), "{\"private\":true}\n").map_err(|e| e.to_string())?;
    // A Node.js comes first: the scripts of the others run under it.
    let (node, others): (Vec<&str>, Vec<&str>) = packages.iter().partition(|spec| spec.starts_with("node@"));
    for specs in [node, others] {
        if !specs.is_empty() {
            add(&dir, &specs)?;
        }
    }
    fs::write(&stamp, wanted).map_err(|e| e.to_string())?;
    Ok(dir)
}

fn add(dir: &Path, specs: &[&str]) -> Result<(), String> {
    let mut path = vec![std::path::absolute(dir).map_err(|e| e.to_string())?.join("node_modules/.bin")];
    path.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    let out = Command::new("npm")
        .args(["install", "--no-audit", "--no-fund", "--foreground-scripts", "--ignore-scripts=false"])
        .args(specs)
        .env("PATH", std::env::join_paths(path).map_err(|e| e.to_string())?)
        .current_dir(dir)
        .output()
        .map_err(|e| format!("npm cannot be started: {e}"))?;
    if !out.status.success() {
        return Err(format!("npm install {specs:?}: {}", String::from_utf8_lossy(&out.stderr).trim()));
    }
    Ok(())
}
