//! Cases of recursive deletes.

use crate::{
    shell::table::{check, check_in},
    verdict::Rule,
};

const BAD: Option<Rule> = Some(Rule::RecursiveDelete);

#[test]
fn targets_outside_the_project() {
    check(&[
        ("root", "rm -rf /", BAD),
        ("root contents", "rm -rf /*", BAD),
        ("root twice", "rm -rf //", BAD),
        ("root by dot", "rm -rf /.", BAD),
        ("root by detour", "rm -rf /usr/../", BAD),
        ("no preserve root", "rm -rf --no-preserve-root /", BAD),
        ("home", "rm -rf ~", BAD),
        ("home slash", "rm -rf ~/", BAD),
        ("home contents", "rm -rf ~/*", BAD),
        ("home variable", "rm -rf $HOME", BAD),
        ("home braced", "rm -rf \"${HOME}\"", BAD),
        ("home spelled out", "rm -rf /home/ana", BAD),
        ("home of all", "rm -rf /home", BAD),
        ("other user", "rm -rf ~bob", BAD),
        ("other user's folder", "rm -rf ~bob/x", BAD),
        ("folder in home", "rm -rf ~/Documents", BAD),
        ("folder in home by variable", "rm -rf \"$HOME/Documents\"", BAD),
        ("hidden folder in home", "rm -rf $HOME/.ssh", BAD),
        ("parent", "rm -rf ..", BAD),
        ("parent slash", "rm -rf ../", BAD),
        ("parent contents", "rm -rf ../*", BAD),
        ("sibling", "rm -rf ../other", BAD),
        ("name that begins alike", "rm -rf ../shopping", BAD),
        ("up and out", "rm -rf web/../../other", BAD),
        ("system directory", "rm -rf /usr", BAD),
        ("below a system directory", "rm -rf /var/lib/mysql", BAD),
        ("opt", "rm -rf /opt/thing", BAD),
        ("among others", "rm -rf target build /etc node_modules", BAD),
        ("temporary files of all", "rm -rf /tmp", BAD),
        ("temporary contents", "rm -rf /tmp/*", BAD),
        ("temporary dot files", "rm -rf /tmp/.*", BAD),
        ("temp by variable", "rm -rf $TMPDIR", BAD),
        ("temp escaped", "rm -rf /tmp/x/../../etc", BAD),
    ]);
}

#[test]
fn the_project_and_its_history() {
    check(&[
        ("here", "rm -rf .", BAD),
        ("here slash", "rm -rf ./", BAD),
        ("everything here", "rm -rf *", BAD),
        ("everything here dotted", "rm -rf ./*", BAD),
        ("all hidden files", "rm -rf .*", BAD),
        ("hidden files by set", "rm -rf .[!.]*", BAD),
        ("everything but", "rm -rf !(src)", BAD),
        ("all directories", "rm -rf */", BAD),
        ("project by name", "rm -rf /home/ana/shop", BAD),
        ("project by detour", "rm -rf ../shop", BAD),
        ("project by variable", "rm -rf $PWD", BAD),
        ("project contents", "rm -rf \"$PWD\"/*", BAD),
        ("git", "rm -rf .git", BAD),
        ("git slash", "rm -rf ./.git/", BAD),
        ("in git", "rm -rf .git/objects", BAD),
        ("git by pattern", "rm -rf .g*", BAD),
        ("git by pattern with name", "rm -rf .git*", BAD),
        ("git by brace", "rm -rf {target,.git}", BAD),
        ("project by git", "rm -rf $(git rev-parse --show-toplevel)", BAD),
        ("git of a clone inside", "rm -rf vendor/lib/.git", None),
        ("github folder", "rm -rf .github", None),
        ("index lock", "rm -f .git/index.lock", None),
    ]);
}

#[test]
fn spellings_of_the_options() {
    check(&[
        ("fr", "rm -fr /", BAD),
        ("r alone", "rm -r /", BAD),
        ("R", "rm -Rf /", BAD),
        ("apart", "rm -r -f /", BAD),
        ("after", "rm / -rf", BAD),
        ("long", "rm --recursive --force /", BAD),
        ("abbreviated", "rm --rec /", BAD),
        ("verbose cluster", "rm -vrf /", BAD),
        ("end of options", "rm -rf -- /", BAD),
        ("dashed name after end", "rm -- -rf target", None),
        ("not recursive", "rm /tmp/a.txt", None),
        ("plain file", "rm file.txt", None),
        ("forced file", "rm -f ~/notes.txt", None),
        ("help", "rm -rf --help /", None),
    ]);
}

#[test]
fn targets_inside_the_project() {
    check(&[
        ("target", "rm -rf target", None),
        ("dotted", "rm -rf ./node_modules", None),
        ("contents", "rm -rf build/*", None),
        ("several", "rm -rf dist build .cache", None),
        ("absolute", "rm -rf /home/ana/shop/target", None),
        ("by variable", "rm -rf $PWD/target", None),
        ("by home", "rm -rf ~/shop/target", None),
        ("detour", "rm -rf ../shop/target", None),
        ("pattern", "rm -rf *.egg-info", None),
        ("pattern in the middle", "rm -rf packages/*/node_modules", None),
        ("double star", "rm -rf **/__pycache__", None),
        ("brace", "rm -rf {dist,build}", None),
        ("quoted star", "rm -rf './*'", None),
        ("quoted tilde", "rm -rf '~'", None),
        ("temporary subfolder", "rm -rf /tmp/shop-test", None),
        ("temporary pattern", "rm -rf /tmp/shop-*", None),
        ("var tmp", "rm -rf /var/tmp/x", None),
        ("temp by variable", "rm -rf \"$TMPDIR/x\"", None),
        ("mac temp", "rm -rf /var/folders/ab/cd/T/x", None),
        ("nothing", "rm -rf", None),
        ("empty", "rm -rf ''", None),
    ]);
}

#[test]
fn unknown_variables() {
    check(&[
        ("alone", "rm -rf \"$DIR\"", None),
        ("alone unquoted", "rm -rf $DIR", None),
        ("slash", "rm -rf \"$DIR/\"", BAD),
        ("contents", "rm -rf $DIR/*", BAD),
        ("contents quoted", "rm -rf \"$DIR\"/*", BAD),
        ("two", "rm -rf $A/$B", BAD),
        ("system directory", "rm -rf $ROOT/usr", BAD),
        ("parent", "rm -rf \"$DIR/..\"", BAD),
        ("named below", "rm -rf $DIR/target", None),
        ("required", "rm -rf \"${DIR:?}\"/*", None),
        ("required with message", "rm -rf \"${DIR:?not set}/\"", None),
        ("default inside", "rm -rf \"${DIR:-build}\"/*", None),
        ("default outside", "rm -rf \"${DIR:-/}\"", BAD),
        ("only unset", "rm -rf ${DIR?}/*", BAD),
        ("changed", "rm -rf ${DIR%/}/*", BAD),
        ("after a folder", "rm -rf build/$NAME", None),
        ("after the temp dir", "rm -rf /tmp/$NAME", BAD),
        ("required in the temp dir", "rm -rf /tmp/${NAME:?}", None),
        ("process number in the temp dir", "rm -rf /tmp/x.$$", None),
        ("after the home", "rm -rf ~/$NAME", BAD),
        ("after here", "rm -rf ./$NAME", BAD),
        ("star glued", "rm -rf $NAME*", BAD),
        ("command", "rm -rf $(cat list)", None),
        ("command contents", "rm -rf $(cat list)/*", BAD),
        ("set to inside", "D=build; rm -rf $D/*", None),
        ("set to outside", "D=/; rm -rf $D", BAD),
        ("set to nothing", "D=; rm -rf $D/*", BAD),
        ("exported", "export D=/etc && rm -rf \"$D\"", BAD),
        ("set in two steps", "A=/et; B=c; rm -rf $A$B", BAD),
        ("temporary", "D=$(mktemp -d); rm -rf \"$D\"/*", None),
        ("read", "read D; rm -rf $D/*", BAD),
        ("in a loop", "for d in target /srv; do rm -rf \"$d\"; done", BAD),
        ("in a loop inside", "for d in a b; do rm -rf \"$d\"/*; done", None),
        ("array", "D=(build /srv); rm -rf \"${D[@]}\"", BAD),
        ("command in a variable", "C='rm -rf'; $C /srv", BAD),
    ]);
}

#[test]
fn commands_elsewhere() {
    check_in(
        "/srv/data",
        &[
            ("everything there", "rm -rf *", BAD),
            ("named there", "rm -rf old", BAD),
            ("here", "rm -rf .", BAD),
            ("back in the project", "cd ~/shop && rm -rf target", None),
            ("project file by name", "rm -rf /home/ana/shop/target", None),
            ("file", "rm old.txt", None),
        ],
    );
}

#[test]
fn commands_in_a_subfolder() {
    check_in(
        "/home/ana/shop/web/app",
        &[
            ("named", "rm -rf dist", None),
            ("everything", "rm -rf *", None),
            ("parent inside", "rm -rf ..", None),
            ("the project", "rm -rf ../..", BAD),
            ("git", "rm -rf ../../.git", BAD),
            ("sibling inside", "rm -rf ../api", None),
        ],
    );
}
