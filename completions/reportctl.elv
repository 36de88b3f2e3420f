
use builtin;
use str;

set edit:completion:arg-completer[reportctl] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'reportctl'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'reportctl'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand render 'Render a template with data to a PDF file'
            cand eval 'Show what a piece of template text gives for some data'
            cand check 'Check templates without rendering them'
            cand template 'List and change the stored templates'
            cand init 'Start a working folder with a template, data and settings'
            cand completions 'Print the completion script of a shell'
            cand man 'Print the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;render'= {
            cand -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input'
            cand --data 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input'
            cand -o 'Output file, `-` for standard output [default: <TEMPLATE>.pdf; standard output for `layout`]'
            cand --output 'Output file, `-` for standard output [default: <TEMPLATE>.pdf; standard output for `layout`]'
            cand --format 'What to write'
            cand --font 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]'
            cand --max-pages 'Most pages the document may have [env: REPORTCTL_MAX_PAGES] [default: 5000]'
            cand --creation-date 'Moment of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]'
            cand --title 'Title of the document [default: the name of the template]'
            cand --author 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]'
            cand --timeout 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --no-fallback-font 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;eval'= {
            cand -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]'
            cand --data 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --condition 'Take the text for a condition, as in `visibleWhen`, and print `true` or `false`'
            cand --strict 'Fail when an expression cannot be read or a brace has no partner'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;check'= {
            cand -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input'
            cand --data 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input'
            cand --deny 'Turn warnings of this code into failures, `all` for every code; may be repeated'
            cand --format 'How findings are told'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand list 'List the stored templates: id and name'
            cand show 'Print a template as JSON, with its images'
            cand add 'Store a template file and print its id'
            cand update 'Replace a stored template by a file'
            cand remove 'Remove stored templates'
            cand fmt 'Lay templates out in canonical form'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;template;list'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --json 'Print a JSON array of `{"id", "name"}`'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;show'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --version 'Print its version instead, for `update --if-match`'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;add'= {
            cand --id 'Id to store it under [default: made from its name]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;update'= {
            cand --if-match 'Only if this is still its version'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;remove'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;fmt'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --check 'Change nothing; fail when something would change'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;help'= {
            cand list 'List the stored templates: id and name'
            cand show 'Print a template as JSON, with its images'
            cand add 'Store a template file and print its id'
            cand update 'Replace a stored template by a file'
            cand remove 'Remove stored templates'
            cand fmt 'Lay templates out in canonical form'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;template;help;list'= {
        }
        &'reportctl;template;help;show'= {
        }
        &'reportctl;template;help;add'= {
        }
        &'reportctl;template;help;update'= {
        }
        &'reportctl;template;help;remove'= {
        }
        &'reportctl;template;help;fmt'= {
        }
        &'reportctl;template;help;help'= {
        }
        &'reportctl;init'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;completions'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;man'= {
            cand --out-dir 'Write a page for every command to this folder instead'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Say nothing but errors'
            cand --quiet 'Say nothing but errors'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;help'= {
            cand render 'Render a template with data to a PDF file'
            cand eval 'Show what a piece of template text gives for some data'
            cand check 'Check templates without rendering them'
            cand template 'List and change the stored templates'
            cand init 'Start a working folder with a template, data and settings'
            cand completions 'Print the completion script of a shell'
            cand man 'Print the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;help;render'= {
        }
        &'reportctl;help;eval'= {
        }
        &'reportctl;help;check'= {
        }
        &'reportctl;help;template'= {
            cand list 'List the stored templates: id and name'
            cand show 'Print a template as JSON, with its images'
            cand add 'Store a template file and print its id'
            cand update 'Replace a stored template by a file'
            cand remove 'Remove stored templates'
            cand fmt 'Lay templates out in canonical form'
        }
        &'reportctl;help;template;list'= {
        }
        &'reportctl;help;template;show'= {
        }
        &'reportctl;help;template;add'= {
        }
        &'reportctl;help;template;update'= {
        }
        &'reportctl;help;template;remove'= {
        }
        &'reportctl;help;template;fmt'= {
        }
        &'reportctl;help;init'= {
        }
        &'reportctl;help;completions'= {
        }
        &'reportctl;help;man'= {
        }
        &'reportctl;help;help'= {
        }
    ]
    $completions[$command]
}
