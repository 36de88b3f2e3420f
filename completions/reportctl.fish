complete --keep-order --exclusive --command reportctl --arguments "(REPORTCTL_COMPLETE=fish reportctl -- (commandline --current-process --tokenize --cut-at-cursor) (commandline --current-token))"
