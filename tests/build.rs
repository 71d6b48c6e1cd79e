fn main() {
    // The triple that tests name with `--target`.
    println!("cargo::rustc-env=HOOKWRIGHT_TEST_TARGET={}", std::env::var("TARGET").unwrap_or_default());
    hookwright_codegen::build()
}
