fn main() {
    hookwright_codegen::build()
}
