//! The folders of a turn, and the placeholders that stand for them in a host's description.

use std::path::{Path, PathBuf};

/// What the placeholders of a host's description stand for.
pub(super) struct Places {
    /// The real path of HOME.
    pub(super) home: PathBuf,
    /// The real path of the project.
    pub(super) project: PathBuf,
    values: [(&'static str, String); 5],
}

impl Places {
    /// The values for one turn.
    ///
    /// # Errors
    /// One of the folders is not there: the text names it.
    pub(super) fn new(home: &Path, project: &Path, prompt: &str) -> Result<Places, String> {
        let home = home.canonicalize().map_err(|e| at(home, e))?;
        let project = project.canonicalize().map_err(|e| at(project, e))?;
        let root = project.ancestors().find(|dir| dir.join(".git").exists()).unwrap_or(&project).display().to_string();
        let values = [
            ("{home}", home.display().to_string()),
            ("{project}", project.display().to_string()),
            ("{root-quoted}", serde_json::Value::from(root.as_str()).to_string()),
            ("{root}", root),
            ("{prompt}", prompt.to_owned()),
        ];
        Ok(Places { home, project, values })
    }

    /// Replaces in one pass, so that a value which looks like a placeholder stays as it is.
    pub(super) fn expand(&self, text: &str) -> String {
        let mut expanded = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('{') {
            let (before, from) = rest.split_at(at);
            expanded.push_str(before);
            match self.values.iter().find(|(name, _)| from.starts_with(name)) {
                Some((name, value)) => {
                    expanded.push_str(value);
                    rest = &from[name.len()..];
                }
                None => {
                    expanded.push('{');
                    rest = &from[1..];
                }
            }
        }
        expanded + rest
    }
}

/// An error of the file system, with the path that it is about.
pub(super) fn at(path: &Path, error: std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_replaced_once() {
        let values = [
            ("{home}", "/h"),
            ("{project}", "/p"),
            ("{root-quoted}", "\"/r\""),
            ("{root}", "/r"),
            ("{prompt}", "{home}"),
        ];
        let places = Places { home: "/h".into(), project: "/p".into(), values: values.map(|(k, v)| (k, v.to_owned())) };
        for (text, want) in [
            ("plain", "plain"),
            ("{home}/.x", "/h/.x"),
            ("p={{root-quoted}={a=1}}", "p={\"/r\"={a=1}}"),
            ("{prompt} {", "{home} {"),
        ] {
            assert_eq!(places.expand(text), want, "{text}");
        }
    }
}
