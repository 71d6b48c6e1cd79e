//! YAML: what a plain scalar means.

use serde_json::Value;

use super::tree::Data;

/// By the core schema of YAML 1.2: `yes` is a word, `0755` is 755.
pub(super) fn meaning(text: &str) -> Data {
    let meant = match text {
        "null" | "Null" | "NULL" | "~" => Some(Value::Null),
        "true" | "True" | "TRUE" => Some(Value::Bool(true)),
        "false" | "False" | "FALSE" => Some(Value::Bool(false)),
        _ => integer(text).or_else(|| float(text)),
    };
    meant.map_or_else(|| Data::Text(text.to_owned()), |meant| Data::Plain(text.to_owned(), meant))
}

/// One that is too long stays as it is spelled.
fn integer(text: &str) -> Option<Value> {
    let (radix, digits) = match (text.strip_prefix("0x"), text.strip_prefix("0o")) {
        (Some(digits), _) => (16, digits),
        (_, Some(digits)) => (8, digits),
        _ => (10, unsigned(text)),
    };
    let number = if radix == 10 { text.parse() } else { i64::from_str_radix(digits, radix) };
    all_digits(digits, radix).then(|| number.map_or_else(|_| Value::from(text), Value::from))
}

fn float(text: &str) -> Option<Value> {
    if matches!(unsigned(text), ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN") {
        // JSON has none of them.
        return Some(Value::Null);
    }
    let (mantissa, exponent) = unsigned(text).split_once(['e', 'E']).unwrap_or((unsigned(text), "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = all_digits(&format!("{whole}{fraction}"), 10) && all_digits(unsigned(exponent), 10);
    let number: f64 = text.parse().ok().filter(|_| digits)?;
    Some(Value::from(number))
}

fn unsigned(text: &str) -> &str {
    text.strip_prefix(['+', '-']).unwrap_or(text)
}

fn all_digits(text: &str, radix: u32) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_digit(radix))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn plain_scalars_mean_what_the_core_schema_says() {
        #[rustfmt::skip]
        let cases = [
            ("~", json!(null)), ("null", json!(null)), ("NULL", json!(null)),
            ("true", json!(true)), ("True", json!(true)), ("FALSE", json!(false)),
            ("0", json!(0)), ("+12", json!(12)), ("-12", json!(-12)), ("0755", json!(755)),
            ("0o17", json!(15)), ("0xfF", json!(255)), ("-9223372036854775808", json!(i64::MIN)),
            ("9223372036854775808", json!("9223372036854775808")),
            ("1.0e3", json!(1000.0)), ("1.", json!(1.0)), (".5", json!(0.5)), ("-1e-2", json!(-0.01)), ("+1.5", json!(1.5)),
            (".inf", json!(null)), ("-.INF", json!(null)), (".nan", json!(null)),
        ];
        for (text, wanted) in cases {
            match meaning(text) {
                Data::Plain(spelled, meant) => assert_eq!((spelled.as_str(), meant), (text, wanted)),
                other => panic!("{text} is {other:?}"),
            }
        }
        for text in [
            "yes",
            "No",
            "tRUE",
            "nULL",
            "inf",
            "nan",
            "+.nan",
            "infinity",
            ".",
            "+",
            "-",
            "1e",
            "e1",
            "1.2.3",
            "1_000",
            "0x",
            "0x-1",
            "0o8",
            "-0x1",
            "2026-01-01",
            "12:30",
            "a b",
            "\u{661}",
        ] {
            assert!(matches!(meaning(text), Data::Text(found) if found == text), "{text}");
        }
    }
}
