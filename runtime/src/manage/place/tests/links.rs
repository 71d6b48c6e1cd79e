//! The real file is replaced, and links stay as they are.

use std::fs;
use std::os::unix::fs::symlink;

use super::Sandbox;
use super::sandbox::write;
use crate::manage::place::{Change, Effect, Target};

/// What lies in home, what is asked for, and which file is meant or what is said; `~` is home.
type Row = (&'static str, &'static [(&'static str, &'static str)], &'static str, Result<&'static str, &'static str>);

/// A name with `@` in front is a link, one with `/` at the end a folder.
const ROWS: &[Row] = &[
    ("a file", &[("f", "old")], "f", Ok("f")),
    ("nothing yet", &[], "f", Ok("f")),
    ("nothing yet, and no folder", &[], "a/b/f", Ok("a/b/f")),
    ("a link", &[("dot/f", "old"), ("@f", "dot/f")], "f", Ok("dot/f")),
    ("an absolute link", &[("dot/f", "old"), ("@f", "~/dot/f")], "f", Ok("dot/f")),
    ("a link upwards", &[("dot/f", "old"), ("@a/b/f", "../../dot/f")], "a/b/f", Ok("dot/f")),
    ("a chain", &[("z/f", "old"), ("@y", "z/f"), ("@x/l", "../y"), ("@f", "~/x/l")], "f", Ok("z/f")),
    ("a linked folder", &[("dot/f", "old"), ("@conf", "dot")], "conf/f", Ok("dot/f")),
    ("a new file in a linked folder", &[("dot/", ""), ("@conf", "dot")], "conf/f", Ok("dot/f")),
    ("new folders in a linked folder", &[("dot/", ""), ("@conf", "dot")], "conf/a/f", Ok("dot/a/f")),
    ("a link in a linked folder", &[("dot/real", "old"), ("@dot/f", "real"), ("@c", "dot")], "c/f", Ok("dot/real")),
    ("up from a linked folder", &[("far/dot/", ""), ("far/f", "old"), ("@c", "far/dot")], "c/../f", Ok("far/f")),
    ("dots", &[("a/f", "old")], "./a/../a/./f", Ok("a/f")),
    ("a link to nothing", &[("@f", "dot/f")], "f", Err("~/f is a link to dot/f, where nothing is")),
    ("a chain to nothing", &[("@f", "g"), ("@g", "h")], "f", Err("~/g is a link to h, where nothing is")),
    ("a linked folder that is gone", &[("@c", "~/dot")], "c/f", Err("~/c is a link to ~/dot, where nothing is")),
    ("a link to itself", &[("@f", "f")], "f", Err("~/f is a link to f and so leads in a circle")),
    ("links in a circle", &[("@f", "g"), ("@g", "~/f")], "f", Err("and so leads in a circle; remove the link")),
    ("a link to a folder", &[("dot/", ""), ("@f", "dot")], "f", Err("~/f is a folder, where a file should be")),
    ("a file as folder", &[("c", "old")], "c/f", Err("~/c is a file, where ~/c/f needs a folder")),
    ("a link to a file as folder", &[("d", ""), ("@c", "d")], "c/f", Err("~/d is a file, where ~/c/f needs a folder")),
];

#[test]
fn the_real_file_is_replaced_and_links_stay() {
    for (name, before, asked, want) in ROWS {
        let home = Sandbox::new();
        let fill = |text: &str| text.replace('~', home.home().to_str().unwrap());
        for (path, content) in *before {
            let at = home.at(path.trim_start_matches('@'));
            fs::create_dir_all(if path.ends_with('/') { &at } else { at.parent().unwrap() }).unwrap();
            match (path.starts_with('@'), path.ends_with('/')) {
                (true, _) => symlink(fill(content), &at).unwrap(),
                (_, true) => {}
                _ => fs::write(&at, content).unwrap(),
            }
        }
        let tree = home.tree();
        let done = home.change(asked, write("new"));
        match (want, done) {
            (Ok(real), Ok(done)) => {
                assert_eq!(done.real, home.at(real), "{name}");
                assert_eq!(home.read(real).as_deref(), Some("new"), "{name}");
                assert!(tree.iter().all(|line| home.tree().contains(line)), "{name}: {:?}", home.tree());
            }
            (Err(part), Err(error)) => {
                assert!(error.to_string().contains(&fill(part)), "{name}: {error}");
                assert_eq!(home.tree(), tree, "{name}");
            }
            (_, done) => panic!("{name}: {done:?}"),
        }
        assert!(home.is_clean(), "{name}");
    }
}

#[test]
fn a_target_says_what_is_there() {
    let home = Sandbox::new();
    home.write("dot/f", "\u{feff}{}");
    symlink("dot", home.at("c")).unwrap();
    symlink("f", home.at("dot/g")).unwrap();
    let target = Target::find(&home.at("c/g")).unwrap();
    let links: Vec<_> = target.links.iter().map(|l| (l.at.clone(), l.to.to_str().unwrap(), l.last)).collect();
    assert_eq!(links, [(home.at("c"), "dot", false), (home.at("dot/g"), "f", true)]);
    assert_eq!((target.bytes(), target.bom().map(super::super::Bom::len)), (Some("\u{feff}{}".as_bytes()), Some(3)));
    assert_eq!(target.file.unwrap().names, 1);
}

#[test]
fn a_removal_leaves_the_users_link() {
    let home = Sandbox::new();
    home.write("dot/f", "ours");
    symlink("dot/f", home.at("f")).unwrap();
    let done = home.change("f", Change::Remove).unwrap();
    assert_eq!((done.effect, done.before.as_deref()), (Effect::Removed, Some(&b"ours"[..])));
    assert!(done.links[0].last && done.links[0].at == home.at("f"), "the caller can say so");
    assert_eq!(home.tree(), ["dot/", "f -> dot/f"]);
}
