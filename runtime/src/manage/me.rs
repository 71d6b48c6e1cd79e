//! Where this program lies, as it should be written into files that outlive this build of it.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// How a file names the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Me {
    /// For files that only this machine reads: absolute, and stable where there is a stable one.
    pub path: String,
    /// For files that are committed: the bare name.
    pub name: String,
    /// Whether the bare name finds this program on `PATH`.
    pub on_path: bool,
}

/// Why there is no path to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Nowhere {
    Unknown(String),
    /// It lies where it will soon be gone.
    Temporary(PathBuf),
    /// Not UTF-8, and a host's file is text.
    NotText(PathBuf),
}

impl std::fmt::Display for Nowhere {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Nowhere::Unknown(why) => write!(f, "the program cannot tell where it lies: {why}"),
            Nowhere::Temporary(path) => write!(
                f,
                "{} lies in a folder for temporary files: hooks that point there would soon point at nothing. Copy the \
                 program to a folder on PATH first and install from there",
                path.display()
            ),
            Nowhere::NotText(path) => {
                write!(f, "the path {} is not valid UTF-8 and cannot be written into a host's file", path.display())
            }
        }
    }
}

impl Me {
    /// Finds the program that runs.
    ///
    /// # Errors
    /// [`Nowhere`]: it lies in a temporary folder, or its path cannot be written.
    pub fn find(name: &str) -> Result<Me, Nowhere> {
        let real = env::current_exe().map_err(|e| Nowhere::Unknown(e.to_string()))?;
        let real = real.canonicalize().unwrap_or(real);
        let path = env::var_os("PATH").unwrap_or_default();
        let temporary = [env::temp_dir(), PathBuf::from("/tmp"), PathBuf::from("/var/tmp"), PathBuf::from("/dev/shm")];
        Me::of(name, &real, env::args_os().next().as_deref(), &path, &temporary)
    }

    /// Another place that the user names: a link that will be there, say.
    pub fn given(name: &str, path: &str) -> Me {
        let on_path = found(name, &env::var_os("PATH").unwrap_or_default());
        Me { path: path.to_owned(), name: name.to_owned(), on_path: on_path.is_some() }
    }

    fn of(
        name: &str,
        real: &Path,
        started_as: Option<&OsStr>,
        path: &OsStr,
        temporary: &[PathBuf],
    ) -> Result<Me, Nowhere> {
        let on_path = found(name, path).filter(|p| same(p, real));
        // A name on PATH outlives an update that moves the file behind it; so does the link by which it was started.
        let as_started = started_as.map(Path::new).filter(|p| p.is_absolute() && same(p, real)).map(Path::to_path_buf);
        let chosen = on_path.clone().or(as_started).unwrap_or_else(|| real.to_path_buf());
        let is_temporary = |p: &Path| temporary.iter().any(|t| t.canonicalize().is_ok_and(|t| p.starts_with(&t)));
        if is_temporary(real) || is_temporary(&chosen) {
            return Err(Nowhere::Temporary(chosen));
        }
        match chosen.to_str() {
            Some(text) => Ok(Me { path: text.to_owned(), name: name.to_owned(), on_path: on_path.is_some() }),
            None => Err(Nowhere::NotText(chosen)),
        }
    }
}

/// Whether a path leads to the program that runs.
pub fn is_here(path: &Path) -> bool {
    path.is_absolute() && env::current_exe().and_then(|exe| exe.canonicalize()).is_ok_and(|exe| same(path, &exe))
}

fn same(a: &Path, b: &Path) -> bool {
    a.canonicalize().is_ok_and(|a| a == b)
}

/// A command's absolute path, as a shell would find it.
pub fn found(name: &str, path: &OsStr) -> Option<PathBuf> {
    let names: &[String] = &match cfg!(windows) {
        true => [".exe", ".cmd", ".bat", ""].map(|e| format!("{name}{e}")).to_vec(),
        false => vec![name.to_owned()],
    };
    env::split_paths(path)
        .filter(|dir| dir.is_absolute())
        .flat_map(|dir| names.iter().map(move |n| dir.join(n)))
        .find(|file| is_executable(file))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|m| m.is_file() && m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(file: &Path) -> bool {
    file.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn program(path: &Path) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "#!/bin/sh\n").unwrap();
        fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    }

    #[test]
    fn a_stable_name_is_preferred_to_a_versioned_place() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().canonicalize().unwrap();
        let real = root.join("store/acme-1.2.3/bin/acme");
        program(&real);
        let bin = root.join("bin");
        fs::create_dir(&bin).unwrap();
        symlink(&real, bin.join("acme")).unwrap();
        let other = root.join("other");
        program(&other.join("acme"));
        let find = |started: Option<&Path>, path: &[&Path]| {
            Me::of("acme", &real, started.map(Path::as_os_str), &env::join_paths(path).unwrap(), &[]).unwrap()
        };
        let (link, text) = (bin.join("acme"), |p: &Path| p.to_str().unwrap().to_owned());
        assert_eq!(find(None, &[&bin]), Me { path: text(&link), name: "acme".into(), on_path: true });
        assert_eq!(find(Some(&link), &[]), Me { path: text(&link), name: "acme".into(), on_path: false });
        // Another program of that name comes first: the bare name would start that one.
        assert_eq!(find(None, &[&other, &bin]), Me { path: text(&real), name: "acme".into(), on_path: false });
    }

    #[test]
    fn a_temporary_place_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let real = dir.path().canonicalize().unwrap().join("acme");
        program(&real);
        let error = Me::of("acme", &real, None, OsStr::new(""), &[dir.path().to_path_buf()]).unwrap_err();
        assert!(error.to_string().contains("temporary files"), "{error}");
    }
}
