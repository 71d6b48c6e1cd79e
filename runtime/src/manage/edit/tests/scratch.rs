use super::documents::{self, Choices};
use super::properties::program;
use crate::manage::edit::*;
#[test]
fn corpus() {
    let mut seed = 88172645463325252u64 ^ std::env::var("SEED").ok().and_then(|s| s.parse::<u64>().ok()).unwrap_or(0);
    let mut rnd = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let n: usize = std::env::var("N").ok().and_then(|s| s.parse().ok()).unwrap_or(500);
    let mut out = vec![];
    for i in 0..n * 4 {
        let bytes: Vec<u8> = (0..rnd() % 160).map(|_| (rnd() >> 20) as u8).collect();
        let shape = (rnd() % 3) as usize;
        let c = &mut Choices::new(&bytes);
        let (syn, name, x) = match i % 4 {
            0 => (Syntax::Json, "json", documents::json(c, shape == 2, false)),
            1 => (Syntax::Jsonc, "jsonc", documents::json(c, shape == 2, true)),
            2 => (Syntax::Toml, "toml", super::toml_documents::toml(c, shape == 2)),
            _ => (Syntax::Yaml, "yaml", super::yaml_documents::yaml(c, shape == 2)),
        };
        let ev: &[&str] = if syn == Syntax::Yaml { &["pre_tool_call", "on_end"] } else { &["PreToolUse", "Stop"] };
        let p = program("acme", shape, ev, 0);
        if let Ok(e) = p.install(&x, syn, None) {
            let q = program("acme", shape, ev, 1);
            let e2 = q.install(&e.text, syn, Some(&e)).unwrap();
            out.push(serde_json::json!([name, x, e.text, e2.text]));
        }
    }
    std::fs::write("/tmp/gen/corpus.json", serde_json::to_string(&out).unwrap()).unwrap();
}
