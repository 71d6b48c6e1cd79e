//! Where a build puts things: the profile's folder, the built program, the folder of what is emitted.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;

/// The folders of one build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub out_dir: PathBuf,
    /// `target/<profile>`, or `target/<triple>/<profile>`: where cargo puts the program.
    pub profile_dir: PathBuf,
    pub windows: bool,
}

impl Layout {
    /// From what cargo tells a build script.
    ///
    /// # Errors
    /// `OUT_DIR` is not set: this is no build script.
    pub fn from_env(package: &Path) -> Result<Layout, String> {
        let out_dir =
            env::var_os("OUT_DIR").map(PathBuf::from).ok_or("OUT_DIR is not set: this is for build scripts")?;
        let windows = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "windows");
        let intermediate = profile_dir(&out_dir);
        let profile_dir = match directories(package) {
            Some(dirs) => dirs.map_profile(&intermediate),
            None => intermediate,
        };
        Ok(Layout { out_dir, profile_dir, windows })
    }

    /// The path of a binary once it is built.
    pub fn program(&self, name: &str) -> PathBuf {
        let file = if self.windows { format!("{name}.exe") } else { name.to_owned() };
        self.profile_dir.join(file)
    }
}

/// The folder above `build/` in `OUT_DIR`: `…/<profile>/build/<package>-<hash>/out`.
fn profile_dir(out_dir: &Path) -> PathBuf {
    let build = out_dir.ancestors().find(|a| a.file_name().is_some_and(|n| n == "build"));
    build.and_then(Path::parent).unwrap_or(out_dir).to_owned()
}

/// Cargo's folders of results and of what is on the way to them; they differ where `build.build-dir` is set.
#[derive(Clone, Debug, Deserialize)]
struct Directories {
    target_directory: PathBuf,
    build_directory: Option<PathBuf>,
}

impl Directories {
    /// A profile's folder among the intermediate ones, among the results.
    fn map_profile(&self, intermediate: &Path) -> PathBuf {
        let inside = self.build_directory.as_ref().and_then(|build| intermediate.strip_prefix(build).ok());
        match inside {
            Some(inside) => self.target_directory.join(inside),
            // Another target folder was given on the command line, which cargo does not pass on: it holds both.
            None => intermediate.to_owned(),
        }
    }
}

/// What `cargo metadata` says; `None` where it cannot be asked, as outside of cargo.
fn directories(package: &Path) -> Option<Directories> {
    let out = Command::new(env::var_os("CARGO")?)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline", "--manifest-path"])
        .arg(package.join("Cargo.toml"))
        .output()
        .ok()?;
    serde_json::from_slice(&out.stdout).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_is_found_in_every_layout() {
        for (out, build, target, wanted) in [
            ("/p/target/debug/build/a-1/out", "/p/target", "/p/target", "/p/target/debug"),
            ("/p/target/x86/release/build/a-1/out", "/p/target", "/p/target", "/p/target/x86/release"),
            ("/b/debug/build/a-1/out", "/b", "/p/target", "/p/target/debug"),
            ("/b/x86/debug/build/a/1/out", "/b", "/p/target", "/p/target/x86/debug"),
            ("/else/debug/build/a-1/out", "/p/target", "/p/target", "/else/debug"),
            ("/p/build/target/debug/build/a-1/out", "/p/build/target", "/p/build/target", "/p/build/target/debug"),
        ] {
            let dirs = Directories { target_directory: target.into(), build_directory: Some(build.into()) };
            assert_eq!(dirs.map_profile(&profile_dir(Path::new(out))), Path::new(wanted), "{out}");
        }
    }
}
