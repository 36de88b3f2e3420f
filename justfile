# Recipes are plain commands: each works without `just`.

# Lists the recipes.
default:
    @just --list

# Formatting, lints, documentation of the code.
check:
    cargo fmt --all --check
    cargo clippy --locked --workspace --all-targets -- -D warnings
    RUSTDOCFLAGS="-D warnings" cargo doc --locked --workspace --no-deps --quiet

# The documentation as a book, in target/book; needs mdbook.
book *ARGS:
    mdbook build {{ARGS}}

# Licences, sources and second versions of dependencies, by deny.toml; needs cargo-deny.
deny:
    cargo deny check licenses bans sources

# Known vulnerabilities of dependencies; asks the advisory database on the network.
advisories:
    cargo deny check advisories

# All tests.
test *ARGS:
    cargo test --locked --workspace {{ARGS}}

# Benchmarks; `just bench render --quick` runs one of them, shortly.
bench NAME="render" *ARGS:
    cargo bench --locked --bench {{NAME}} -- {{ARGS}}

# Fuzzes one target of tests/fuzz for a minute; needs cargo-fuzz.
fuzz TARGET="template" SECONDS="60":
    RUSTC_BOOTSTRAP=1 cargo fuzz run --fuzz-dir tests/fuzz --sanitizer none {{TARGET}} -- -max_total_time={{SECONDS}} -timeout=10

# Checks that the engine compiles for WebAssembly.
wasm:
    cargo run --locked --quiet --package xtask -- wasm

# Writes generated files again: completions, reference pages, pictures, stored outputs.
update:
    UPDATE_GENERATED=1 cargo test --locked --workspace

# Everything that has to hold before a change lands.
ci:
    .ci/run
