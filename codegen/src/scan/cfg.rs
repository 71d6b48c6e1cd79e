//! Judges `#[cfg(…)]` by what the build script is told.

use std::collections::{BTreeMap, BTreeSet};

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Lit, Meta, Token};

/// The configuration that a crate is compiled under.
#[derive(Clone, Debug, Default)]
pub struct Cfg {
    /// Key to values; a key without a value has the value `""`.
    values: BTreeMap<String, BTreeSet<String>>,
    /// The package's features; `None` where they are not known, as of a dependency.
    features: Option<BTreeSet<String>>,
}

impl Cfg {
    /// From the variables that cargo sets for a build script: `CARGO_CFG_*` and `CARGO_FEATURE_*`.
    pub fn from_env(vars: impl Iterator<Item = (String, String)>) -> Cfg {
        let mut cfg = Cfg { values: BTreeMap::new(), features: Some(BTreeSet::new()) };
        for (name, value) in vars {
            if let Some(key) = name.strip_prefix("CARGO_CFG_") {
                let values = value.split(',').map(str::to_owned).collect();
                cfg.values.insert(key.to_lowercase(), values);
            } else if let (Some(feature), Some(features)) = (name.strip_prefix("CARGO_FEATURE_"), &mut cfg.features) {
                features.insert(feature.to_owned());
            }
        }
        cfg
    }

    /// The same target with features that nobody knows.
    pub fn of_dependency(&self) -> Cfg {
        Cfg { values: self.values.clone(), features: None }
    }

    /// Whether a feature is on, by the name in `Cargo.toml`; `None` where that is not known.
    pub fn feature(&self, name: &str) -> Option<bool> {
        self.features.as_ref().map(|f| f.contains(&name.to_uppercase().replace('-', "_")))
    }

    /// Whether all `#[cfg]` attributes hold; `None` where that cannot be told.
    pub fn holds(&self, attributes: &[Attribute]) -> Option<bool> {
        let metas = attributes.iter().filter(|a| a.path().is_ident("cfg"));
        self.all(metas.map(|a| a.parse_args::<Meta>().ok().and_then(|m| self.judge(&m))))
    }

    fn all(&self, parts: impl Iterator<Item = Option<bool>>) -> Option<bool> {
        let mut sure = true;
        for part in parts {
            match part {
                Some(false) => return Some(false),
                Some(true) => {}
                None => sure = false,
            }
        }
        sure.then_some(true)
    }

    fn judge(&self, meta: &Meta) -> Option<bool> {
        match meta {
            Meta::Path(path) => match path.get_ident()?.to_string().as_str() {
                "true" => Some(true),
                "false" => Some(false),
                // Tests are another compilation; their hooks are not the program's.
                "test" | "doc" | "doctest" | "miri" => Some(false),
                name => Some(self.values.contains_key(name)),
            },
            Meta::NameValue(pair) => {
                let Expr::Lit(ExprLit { lit: Lit::Str(value), .. }) = &pair.value else { return None };
                let (name, value) = (pair.path.get_ident()?.to_string(), value.value());
                if name == "feature" {
                    return self.feature(&value);
                }
                Some(self.values.get(&name).is_some_and(|values| values.contains(&value)))
            }
            Meta::List(list) => {
                let parts = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
                let judged = parts.iter().map(|m| self.judge(m));
                match list.path.get_ident()?.to_string().as_str() {
                    "all" => self.all(judged),
                    "any" => self.all(judged.map(|b| b.map(|b| !b))).map(|b| !b),
                    "not" => self.judge(parts.first()?).map(|b| !b),
                    _ => None,
                }
            }
        }
    }

    /// The attributes with every `cfg_attr` replaced by what it stands for; one that cannot be judged is left out, and the
    /// second value is then false.
    pub fn expand(&self, attributes: &[Attribute]) -> (Vec<Attribute>, bool) {
        let (mut expanded, mut sure) = (Vec::new(), true);
        for attribute in attributes {
            if !attribute.path().is_ident("cfg_attr") {
                expanded.push(attribute.clone());
                continue;
            }
            let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
            let Ok(parts) = attribute.parse_args_with(parse) else { continue };
            let mut parts = parts.into_iter();
            match parts.next().map(|condition| self.judge(&condition)) {
                Some(Some(true)) => {
                    let inner: Vec<Attribute> = parts.map(|meta| syn::parse_quote!(#[#meta])).collect();
                    let (inner, inner_sure) = self.expand(&inner);
                    expanded.extend(inner);
                    sure &= inner_sure;
                }
                Some(Some(false)) | None => {}
                Some(None) => sure = false,
            }
        }
        (expanded, sure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_judged_by_the_build_environment() {
        let vars = [
            ("CARGO_CFG_UNIX", ""),
            ("CARGO_CFG_TARGET_OS", "linux"),
            ("CARGO_CFG_TARGET_FEATURE", "fxsr,sse2"),
            ("CARGO_FEATURE_MY_GUARD", "1"),
        ];
        let cfg = Cfg::from_env(vars.iter().map(|(k, v)| (k.to_string(), v.to_string())));
        for (text, here, dependency) in [
            ("unix", Some(true), Some(true)),
            ("windows", Some(false), Some(false)),
            ("target_os = \"linux\"", Some(true), Some(true)),
            ("target_feature = \"sse2\"", Some(true), Some(true)),
            ("feature = \"my-guard\"", Some(true), None),
            ("feature = \"other\"", Some(false), None),
            ("all(unix, not(feature = \"other\"))", Some(true), None),
            ("any(windows, feature = \"my-guard\")", Some(true), None),
            ("any(unix, feature = \"other\")", Some(true), Some(true)),
            ("test", Some(false), Some(false)),
            ("not(test)", Some(true), Some(true)),
        ] {
            let condition: Meta = syn::parse_str(text).unwrap();
            let attribute: Attribute = syn::parse_quote!(#[cfg(#condition)]);
            assert_eq!(cfg.holds(std::slice::from_ref(&attribute)), here, "{text}");
            assert_eq!(cfg.of_dependency().holds(&[attribute]), dependency, "{text} of a dependency");
        }
    }

    #[test]
    fn cfg_attr_is_expanded() {
        let cfg = Cfg::from_env([("CARGO_CFG_UNIX".to_owned(), String::new())].into_iter());
        let attributes: Vec<Attribute> = vec![
            syn::parse_quote!(#[cfg_attr(unix, path = "a.rs", hook(Stop))]),
            syn::parse_quote!(#[cfg_attr(windows, x)]),
        ];
        let (expanded, sure) = cfg.expand(&attributes);
        assert!(sure);
        assert_eq!(
            expanded.iter().map(|a| a.path().get_ident().unwrap().to_string()).collect::<Vec<_>>(),
            ["path", "hook"]
        );
    }
}
