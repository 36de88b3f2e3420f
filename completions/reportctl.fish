# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_reportctl_global_optspecs
    string join \n templates= error-format= q/quiet v/verbose color= h/help V/version
end

function __fish_reportctl_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_reportctl_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_reportctl_using_subcommand
    set -l cmd (__fish_reportctl_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c reportctl -n "__fish_reportctl_needs_command" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_needs_command" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_needs_command" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_needs_command" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_needs_command" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_needs_command" -s V -l version -d 'Print version'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "render" -d 'Render a template with data to a PDF file'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "eval" -d 'Show what a piece of template text gives for some data'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "check" -d 'Check templates without rendering them'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "template" -d 'List and change the stored templates'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "init" -d 'Start a working folder with a template, data and settings'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "man" -d 'Print the manual page'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s d -l data -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s o -l output -d 'Output file, `-` for standard output [default: <TEMPLATE>.pdf; standard output for `layout`]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l format -d 'What to write' -r -f -a "pdf\t'A PDF document'
layout\t'The pages with everything placed on them, as JSON in millimetres'"
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l font -d 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l max-pages -d 'Most pages the document may have [env: REPORTCTL_MAX_PAGES] [default: 5000]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l creation-date -d 'Moment of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l title -d 'Title of the document [default: the name of the template]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l author -d 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l timeout -d 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l no-fallback-font -d 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -s d -l data -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l condition -d 'Take the text for a condition, as in `visibleWhen`, and print `true` or `false`'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l strict -d 'Fail when an expression cannot be read or a brace has no partner'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -s d -l data -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l deny -d 'Turn warnings of this code into failures, `all` for every code; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l format -d 'How findings are told' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -f -a "list" -d 'List the stored templates: id and name'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -f -a "show" -d 'Print a template as JSON, with its images'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -f -a "add" -d 'Store a template file and print its id'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -f -a "update" -d 'Replace a stored template by a file'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -f -a "remove" -d 'Remove stored templates'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -f -a "fmt" -d 'Lay templates out in canonical form'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show add update remove fmt help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -l json -d 'Print a JSON array of `{"id", "name"}`'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -l version -d 'Print its version instead, for `update --if-match`'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -l id -d 'Id to store it under [default: made from its name]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -l if-match -d 'Only if this is still its version' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -l check -d 'Change nothing; fail when something would change'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "list" -d 'List the stored templates: id and name'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "show" -d 'Print a template as JSON, with its images'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "add" -d 'Store a template file and print its id'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "update" -d 'Replace a stored template by a file'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "remove" -d 'Remove stored templates'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "fmt" -d 'Lay templates out in canonical form'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -l out-dir -d 'Write a page for every command to this folder instead' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -l error-format -d 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -s q -l quiet -d 'Say nothing but errors'
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render eval check template init completions man help" -f -a "render" -d 'Render a template with data to a PDF file'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render eval check template init completions man help" -f -a "eval" -d 'Show what a piece of template text gives for some data'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render eval check template init completions man help" -f -a "check" -d 'Check templates without rendering them'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render eval check template init completions man help" -f -a "template" -d 'List and change the stored templates'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render eval check template init completions man help" -f -a "init" -d 'Start a working folder with a template, data and settings'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render eval check template init completions man help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render eval check template init completions man help" -f -a "man" -d 'Print the manual page'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render eval check template init completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "list" -d 'List the stored templates: id and name'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "show" -d 'Print a template as JSON, with its images'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "add" -d 'Store a template file and print its id'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "update" -d 'Replace a stored template by a file'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "remove" -d 'Remove stored templates'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "fmt" -d 'Lay templates out in canonical form'
