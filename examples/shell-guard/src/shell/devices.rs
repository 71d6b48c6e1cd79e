//! The rule against raw writes to disks.

use crate::verdict::{Finding, Rule};

use super::{
    field::Field,
    options::{Argument, Options},
    scope::Scope,
};

/// Names below `/dev` that begin a disk, a partition or the memory; a letter or a digit follows where one is missing.
const DISKS: &[&str] = &[
    "sd", "hd", "vd", "xvd", "nvme", "mmcblk", "disk", "rdisk", "loop", "md", "dm-", "mapper/", "sr", "nbd", "zd",
    "zvol/", "ram", "pmem", "mem", "kmem", "mtd", "block/", "vg", "dasd",
];

/// Names below `/dev` that begin like one of these but are something else.
const HARMLESS: &[&str] = &["memory", "vga"];

/// Checks where a redirection writes.
pub fn redirect(target: &Field<'_>, scope: &Scope<'_>) -> Option<Finding> {
    is_disk(target, scope).then(|| finding(target))
}

/// Checks a program that may write to a disk.
pub fn check(name: &str, arguments: &[Field<'_>], scope: &Scope<'_>) -> Option<Finding> {
    let operands = || {
        Options::new(arguments, "", &[]).filter_map(|argument| match argument {
            Argument::Operand(_, field) => Some(field),
            _ => None,
        })
    };
    let has = |flags: &[&str]| arguments.iter().any(|field| flags.contains(&&*field.text));
    let disk = || operands().find(|field| is_disk(field, scope));
    let found = match name {
        "dd" | "gdd" | "dcfldd" => {
            return arguments.iter().filter(|field| field.text.starts_with("of=")).find_map(|field| {
                let mut target = Field::default();
                target.append(field, 3..field.text.len());
                redirect(&target, scope)
            });
        }
        "mkfs" | "mke2fs" | "mkswap" | "mkntfs" | "mkdosfs" | "newfs" | "blkdiscard" => {
            // An unknown target counts: these programs are meant for disks.
            if has(&["--help", "-V", "--version"]) { None } else { disk().or_else(|| operands().find(|f| f.is_open())) }
        }
        _ if name.starts_with("mkfs.") || name.starts_with("newfs_") => {
            disk().or_else(|| operands().find(|field| field.is_open()))
        }
        "wipefs" if wipes(arguments) => operands().find(|field| field.is_open() || is_disk(field, scope)),
        "sgdisk" if has(&["-Z", "--zap-all", "-z", "--zap", "-o", "--clear"]) => disk(),
        "parted" if has(&["mklabel", "mktable", "rm", "mkpart"]) => disk(),
        "badblocks" if has(&["-w"]) => disk(),
        "cryptsetup" if has(&["luksFormat", "erase", "luksErase"]) => disk(),
        "nvme" if has(&["format", "sanitize"]) => disk(),
        "shred" | "tee" | "sfdisk" | "pvcreate" | "ddrescue" => {
            if has(&["-l", "--list", "-d", "--dump"]) {
                None
            } else {
                operands().filter(|f| is_disk(f, scope)).last()
            }
        }
        "cp" | "mv" | "install" => operands().last().filter(|field| is_disk(field, scope)),
        "diskutil" if arguments.first().is_some_and(|verb| erases(&verb.text)) => arguments.last(),
        _ => None,
    };
    found.map(finding)
}

/// Whether a `wipefs` wipes: without an option it only lists.
fn wipes(arguments: &[Field<'_>]) -> bool {
    let mut wipes = false;
    for argument in Options::new(arguments, "ot", &["offset", "types"]) {
        match argument {
            Argument::Short('n', _) | Argument::Long("no-act", _) => return false,
            Argument::Short('a' | 'o', _) | Argument::Long("all" | "offset", _) => wipes = true,
            _ => {}
        }
    }
    wipes
}

/// Whether a command of macOS' `diskutil` erases something.
fn erases(verb: &str) -> bool {
    let verb = verb.to_ascii_lowercase();
    verb.starts_with("erase") || matches!(verb.as_str(), "zerodisk" | "randomdisk" | "secureerase" | "partitiondisk")
}

/// Whether a path is that of a disk.
fn is_disk(field: &Field<'_>, scope: &Scope<'_>) -> bool {
    if !field.holes.is_empty() && field.lead().is_none() && field.filled(false) == "/dev/" {
        return true;
    }
    if field.text.to_ascii_lowercase().contains("physicaldrive") {
        return true;
    }
    if field.lead().is_some() || !field.text.contains("dev") && scope.cwd.as_deref() != Some("/dev") {
        return false;
    }
    let Some(path) = scope.resolve(&field.filled(false)) else { return false };
    let Some(name) = path.strip_prefix("/dev/") else { return false };
    let begins = |prefix: &str| {
        name.strip_prefix(prefix).is_some_and(|rest| match prefix.as_bytes().last() {
            Some(b'-' | b'/') => true,
            _ => rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_alphanumeric() || "*?[/".contains(c)),
        })
    };
    DISKS.iter().any(|prefix| begins(prefix)) && !HARMLESS.iter().any(|prefix| name.starts_with(prefix))
}

/// The finding for a disk.
pub fn finding(target: &Field<'_>) -> Finding {
    let reason = format!(
        "`{}` is written to directly, which destroys the file systems on it. Write to a regular file instead, or ask \
         the user to run this.",
        target.shown()
    );
    Finding { rule: Rule::DeviceWrite, reason }
}

#[cfg(test)]
mod rows {
    use crate::{
        shell::table::{check, check_in},
        verdict::Rule,
    };

    const BAD: Option<Rule> = Some(Rule::DeviceWrite);

    #[test]
    fn writes_to_disks() {
        check(&[
            ("dd", "dd if=x.img of=/dev/sda", BAD),
            ("dd options", "dd bs=4M if=/dev/zero of=/dev/nvme0n1 status=progress", BAD),
            ("dd partition", "sudo dd of=/dev/sda1 if=x", BAD),
            ("dd mac", "dd if=x of=/dev/rdisk2", BAD),
            ("dd detour", "dd of=/dev/../dev/sda", BAD),
            ("dd variable end", "dd of=/dev/sd$X", BAD),
            ("dd variable", "dd of=/dev/$DISK", BAD),
            ("dd by id", "dd of=/dev/disk/by-id/usb-x", BAD),
            ("dd mapper", "dd of=/dev/mapper/root", BAD),
            ("dd windows", "dd of=\\\\\\\\.\\\\PhysicalDrive0", BAD),
            ("memory", "dd of=/dev/mem", BAD),
            ("redirect", "echo x > /dev/sda", BAD),
            ("append", "cat x >> /dev/sdb1", BAD),
            ("clobber", "cat x >| /dev/sda", BAD),
            ("both", "cmd &> /dev/vda", BAD),
            ("descriptor", "cmd 2>/dev/sda", BAD),
            ("group", "{ cat x; } > /dev/sda", BAD),
            ("loop", "while read l; do echo $l; done > /dev/sda", BAD),
            ("read and write", "cat <> /dev/sda", BAD),
            ("tee", "cat x | sudo tee /dev/sda", BAD),
            ("cp", "cp x.iso /dev/sdb", BAD),
            ("shred", "shred -n 3 /dev/sda", BAD),
            ("mkfs", "mkfs /dev/sda1", BAD),
            ("mkfs type", "mkfs.ext4 -F /dev/sda1", BAD),
            ("mkfs t", "mkfs -t ext4 /dev/sda1", BAD),
            ("mkfs unknown", "mkfs.xfs $DISK", BAD),
            ("mkswap", "mkswap /dev/sda2", BAD),
            ("wipefs", "wipefs -a /dev/sda", BAD),
            ("wipefs long", "wipefs --all --force /dev/sda", BAD),
            ("blkdiscard", "blkdiscard /dev/nvme0n1", BAD),
            ("sgdisk", "sgdisk --zap-all /dev/sda", BAD),
            ("parted", "parted -s /dev/sda mklabel gpt", BAD),
            ("diskutil", "diskutil eraseDisk JHFS+ X disk2", BAD),
            ("luks", "cryptsetup luksFormat /dev/sda2", BAD),
        ]);
    }

    #[test]
    fn writes_elsewhere() {
        check(&[
            ("null", "make > /dev/null 2>&1", None),
            ("null append", "make &>> /dev/null", None),
            ("stderr", "echo x > /dev/stderr", None),
            ("tty", "echo x > /dev/tty", None),
            ("serial", "echo x > /dev/ttyUSB0", None),
            ("descriptor", "echo x >/dev/fd/3", None),
            ("tcp", "exec 3<>/dev/tcp/localhost/80", None),
            ("shared memory", "cp x /dev/shm/x", None),
            ("dd to a file", "dd if=/dev/zero of=disk.img bs=1M count=10", None),
            ("dd from a disk", "dd if=/dev/sda of=backup.img", None),
            ("dd to null", "dd if=x of=/dev/null", None),
            ("dd unknown", "dd if=x of=\"$OUT\"", None),
            ("dd in the project", "dd if=x of=dev/sda", None),
            ("mkfs of an image", "mkfs.ext4 disk.img", None),
            ("mkfs version", "mkfs -V", None),
            ("wipefs list", "wipefs /dev/sda", None),
            ("wipefs dry", "wipefs -n -a /dev/sda", None),
            ("parted list", "parted /dev/sda print", None),
            ("list", "lsblk /dev/sda", None),
            ("read", "cat < /dev/sda > x.img", None),
            ("project file", "echo x > dev/sda", None),
            ("copy from", "cp /dev/sda x.img", None),
            ("diskutil list", "diskutil list", None),
            ("sfdisk dump", "sfdisk -d /dev/sda", None),
        ]);
    }

    #[test]
    fn writes_from_the_directory_of_devices() {
        check_in(
            "/dev",
            &[("redirect", "echo x > sda", BAD), ("dd", "dd if=x of=./sda", BAD), ("null", "echo x > null", None)],
        );
    }
}
