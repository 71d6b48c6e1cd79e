//! Edits of configuration files that keep every byte that is not ours.
