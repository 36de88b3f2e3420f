# The program as it is handed out, for the scripts beside this file, which read it with `.`.

# Beside the defaults.
features=object-storage,otlp

# build_program TARGET [OPTION OF RUSTC…]: builds it, and prints its path.
build_program() {
    local root target=$1 flags
    shift
    root=$(dirname "$(dirname "$(realpath "${BASH_SOURCE[0]}")")")
    flags="--remap-path-prefix=$root=/reportctl --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=/cargo"
    # Calls within a program that is one file need no table of addresses that is filled in at each start.
    [[ $target == *-linux-* ]] && flags+=" -C target-feature=+crt-static -C relocation-model=pie"
    # A command substitution goes on after a failure.
    (cd "$root" && RUSTFLAGS=$flags cargo rustc --locked --profile dist --features "$features" --target "$target" --bin reportctl -- "$@" >&2) || return
    (cd "$root" && realpath "${CARGO_TARGET_DIR:-target}/$target/dist/reportctl")
}
