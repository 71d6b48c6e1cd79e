//! The network namespace that a host runs in: loopback up, and no way out.

use std::fs;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd, OwnedFd};

/// Makes sure that this process has loopback and nothing else, and brings loopback up.
///
/// # Errors
/// There is a way out of the namespace, or the interface cannot be changed: the text says what to do.
pub fn enter() -> Result<(), String> {
    for (table, column) in [("/proc/self/net/route", 0), ("/proc/self/net/ipv6_route", 9)] {
        if let Some(interface) = way_out(&fs::read_to_string(table).unwrap_or_default(), column) {
            return Err(format!(
                "a route leads out of here by {interface}: start this under `unshare -n` (root) or `unshare -rn`"
            ));
        }
    }
    loopback_up().map_err(|e| format!("the loopback interface cannot be brought up: {e}"))
}

/// The first interface in a routing table that is not loopback. `column` is where the table names the interface; the
/// IPv4 table has a heading.
fn way_out(table: &str, column: usize) -> Option<&str> {
    let interfaces = table.lines().filter_map(|line| line.split_whitespace().nth(column));
    interfaces.into_iter().find(|name| *name != "Iface" && *name != "lo")
}

/// Sets the `up` flag of `lo` by ioctl, so that no `ip` program is needed.
fn loopback_up() -> io::Result<()> {
    // SAFETY: plain arguments; the result is checked before it is owned.
    let socket = unsafe { libc::socket(libc::AF_INET, libc::SOCK_DGRAM | libc::SOCK_CLOEXEC, 0) };
    if socket < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call above has just opened this descriptor, and nothing else owns it.
    let socket = unsafe { OwnedFd::from_raw_fd(socket) };
    // SAFETY: all zeroes is a valid `ifreq`.
    let mut request: libc::ifreq = unsafe { std::mem::zeroed() };
    for (to, from) in request.ifr_name.iter_mut().zip(b"lo") {
        *to = *from as libc::c_char;
    }
    // SAFETY: both ioctls take a pointer to an `ifreq`, which lives through the calls; the first fills `ifru_flags`.
    unsafe {
        if libc::ioctl(socket.as_raw_fd(), libc::SIOCGIFFLAGS as libc::Ioctl, &mut request) < 0 {
            return Err(io::Error::last_os_error());
        }
        request.ifr_ifru.ifru_flags |= libc::IFF_UP as libc::c_short;
        if libc::ioctl(socket.as_raw_fd(), libc::SIOCSIFFLAGS as libc::Ioctl, &mut request) < 0 {
            return Err(io::Error::last_os_error());
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::way_out;

    #[test]
    fn only_loopback_is_no_way_out() {
        let heading = "Iface\tDestination\tGateway\n";
        for (table, column, want) in [
            ("", 0, None),
            (heading, 0, None),
            (&format!("{heading}eth0\t00000000\t0101A8C0\n"), 0, Some("eth0")),
            ("00 00 00 00 00 00 00 00 00 lo\n00 00 00 00 00 00 00 00 00 wlan0\n", 9, Some("wlan0")),
        ] {
            assert_eq!(way_out(table, column), want, "{table:?}");
        }
    }
}
