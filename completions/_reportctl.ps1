
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'reportctl' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'reportctl'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'reportctl' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Render a template with data to a PDF file')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Show what a piece of template text gives for some data')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check templates without rendering them')
            [CompletionResult]::new('template', 'template', [CompletionResultType]::ParameterValue, 'List and change the stored templates')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Start a working folder with a template, data and settings')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;render' {
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input')
            [CompletionResult]::new('--data', '--data', [CompletionResultType]::ParameterName, 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input')
            [CompletionResult]::new('-o', '-o', [CompletionResultType]::ParameterName, 'Output file, `-` for standard output [default: <TEMPLATE>.pdf; standard output for `layout`]')
            [CompletionResult]::new('--output', '--output', [CompletionResultType]::ParameterName, 'Output file, `-` for standard output [default: <TEMPLATE>.pdf; standard output for `layout`]')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to write')
            [CompletionResult]::new('--font', '--font', [CompletionResultType]::ParameterName, 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]')
            [CompletionResult]::new('--max-pages', '--max-pages', [CompletionResultType]::ParameterName, 'Most pages the document may have [env: REPORTCTL_MAX_PAGES] [default: 5000]')
            [CompletionResult]::new('--creation-date', '--creation-date', [CompletionResultType]::ParameterName, 'Moment of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]')
            [CompletionResult]::new('--title', '--title', [CompletionResultType]::ParameterName, 'Title of the document [default: the name of the template]')
            [CompletionResult]::new('--author', '--author', [CompletionResultType]::ParameterName, 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--no-fallback-font', '--no-fallback-font', [CompletionResultType]::ParameterName, 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;eval' {
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]')
            [CompletionResult]::new('--data', '--data', [CompletionResultType]::ParameterName, 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--condition', '--condition', [CompletionResultType]::ParameterName, 'Take the text for a condition, as in `visibleWhen`, and print `true` or `false`')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Fail when an expression cannot be read or a brace has no partner')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;check' {
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input')
            [CompletionResult]::new('--data', '--data', [CompletionResultType]::ParameterName, 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Turn warnings of this code into failures, `all` for every code; may be repeated')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How findings are told')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the stored templates: id and name')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print a template as JSON, with its images')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store a template file and print its id')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Replace a stored template by a file')
            [CompletionResult]::new('remove', 'remove', [CompletionResultType]::ParameterValue, 'Remove stored templates')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Lay templates out in canonical form')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;template;list' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON array of `{"id", "name"}`')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;show' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print its version instead, for `update --if-match`')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;add' {
            [CompletionResult]::new('--id', '--id', [CompletionResultType]::ParameterName, 'Id to store it under [default: made from its name]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;update' {
            [CompletionResult]::new('--if-match', '--if-match', [CompletionResultType]::ParameterName, 'Only if this is still its version')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;remove' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;fmt' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Change nothing; fail when something would change')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the stored templates: id and name')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print a template as JSON, with its images')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store a template file and print its id')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Replace a stored template by a file')
            [CompletionResult]::new('remove', 'remove', [CompletionResultType]::ParameterValue, 'Remove stored templates')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Lay templates out in canonical form')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;template;help;list' {
            break
        }
        'reportctl;template;help;show' {
            break
        }
        'reportctl;template;help;add' {
            break
        }
        'reportctl;template;help;update' {
            break
        }
        'reportctl;template;help;remove' {
            break
        }
        'reportctl;template;help;fmt' {
            break
        }
        'reportctl;template;help;help' {
            break
        }
        'reportctl;init' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;completions' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;man' {
            [CompletionResult]::new('--out-dir', '--out-dir', [CompletionResultType]::ParameterName, 'Write a page for every command to this folder instead')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'How errors are told: as text, or as one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Say nothing but errors')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;help' {
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Render a template with data to a PDF file')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Show what a piece of template text gives for some data')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check templates without rendering them')
            [CompletionResult]::new('template', 'template', [CompletionResultType]::ParameterValue, 'List and change the stored templates')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Start a working folder with a template, data and settings')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;help;render' {
            break
        }
        'reportctl;help;eval' {
            break
        }
        'reportctl;help;check' {
            break
        }
        'reportctl;help;template' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the stored templates: id and name')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print a template as JSON, with its images')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store a template file and print its id')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Replace a stored template by a file')
            [CompletionResult]::new('remove', 'remove', [CompletionResultType]::ParameterValue, 'Remove stored templates')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Lay templates out in canonical form')
            break
        }
        'reportctl;help;template;list' {
            break
        }
        'reportctl;help;template;show' {
            break
        }
        'reportctl;help;template;add' {
            break
        }
        'reportctl;help;template;update' {
            break
        }
        'reportctl;help;template;remove' {
            break
        }
        'reportctl;help;template;fmt' {
            break
        }
        'reportctl;help;init' {
            break
        }
        'reportctl;help;completions' {
            break
        }
        'reportctl;help;man' {
            break
        }
        'reportctl;help;help' {
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
