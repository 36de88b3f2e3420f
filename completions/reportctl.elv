
set edit:completion:arg-completer[reportctl] = { |@words|
    var index = (count $words)
    set index = (- $index 1)

    put (env _CLAP_IFS="\n" _CLAP_COMPLETE_INDEX=(to-string $index) REPORTCTL_COMPLETE="elvish" reportctl -- $@words) | to-lines
}

