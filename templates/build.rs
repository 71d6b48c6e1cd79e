//! Lists the data files, so that adding a host is adding a file.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    let root = env::var("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let mut code = String::new();
    for (folder, ending, name) in [("hosts", ".toml", "HOSTS"), ("plugins", ".upon", "PLUGINS")] {
        println!("cargo::rerun-if-changed={folder}");
        let dir = Path::new(&root).join(folder);
        let mut files: Vec<String> = fs::read_dir(&dir)
            .unwrap_or_else(|e| panic!("{}: {e}", dir.display()))
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|file| file.ends_with(ending))
            .collect();
        files.sort();
        writeln!(code, "pub static {name}: &[(&str, &str)] = &[").expect("a String takes all");
        for file in files {
            let stem = file.trim_end_matches(ending);
            let path = dir.join(&file);
            writeln!(code, "    ({stem:?}, include_str!({path:?})),").expect("a String takes all");
        }
        code.push_str("];\n");
    }
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("files.rs"), code).expect("OUT_DIR can be written");
}
