
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
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print version')
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Render a template with data to a PDF file')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Make a document for every row of a data file, into a folder, by mail, or both')
            [CompletionResult]::new('send', 'send', [CompletionResultType]::ParameterValue, 'Render a template with data and mail the PDF')
            [CompletionResult]::new('worker', 'worker', [CompletionResultType]::ParameterValue, 'Take requests from the queue, make their documents and mail them')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Show what a text with expressions gives for some data')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check templates without rendering them')
            [CompletionResult]::new('template', 'template', [CompletionResultType]::ParameterValue, 'List and change the stored templates')
            [CompletionResult]::new('queue', 'queue', [CompletionResultType]::ParameterValue, 'List and change report requests')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'Show who generated what, when, for whom, and how it ended')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Answer requests over HTTP')
            [CompletionResult]::new('token', 'token', [CompletionResultType]::ParameterValue, 'Make, list and revoke the tokens of the service')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Check whether all that the commands need is there and works')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Start a working folder with a template, data and settings')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print what a template file may hold, as JSON Schema or TypeScript types')
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
            [CompletionResult]::new('--title', '--title', [CompletionResultType]::ParameterName, 'Title of the document [default: the name of the template]')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Refuse documents with findings of this code, `all` for every code; may be repeated')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Make documents despite findings of this code, `all` for every code; may be repeated')
            [CompletionResult]::new('--font', '--font', [CompletionResultType]::ParameterName, 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]')
            [CompletionResult]::new('--max-pages', '--max-pages', [CompletionResultType]::ParameterName, 'Maximum number of pages of a document [env: REPORTCTL_MAX_PAGES] [default: 5000]')
            [CompletionResult]::new('--creation-date', '--creation-date', [CompletionResultType]::ParameterName, 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]')
            [CompletionResult]::new('--author', '--author', [CompletionResultType]::ParameterName, 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse documents that lack data (`missingPath`)')
            [CompletionResult]::new('--no-fallback-font', '--no-fallback-font', [CompletionResultType]::ParameterName, 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;batch' {
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'Rows: NDJSON, CSV, TSV, a JSON array or YAML; `-` for standard input')
            [CompletionResult]::new('--data', '--data', [CompletionResultType]::ParameterName, 'Rows: NDJSON, CSV, TSV, a JSON array or YAML; `-` for standard input')
            [CompletionResult]::new('--input-format', '--input-format', [CompletionResultType]::ParameterName, 'Format of the data [default: by its extension, or by a look at it]')
            [CompletionResult]::new('--encoding', '--encoding', [CompletionResultType]::ParameterName, 'Encoding of the data, such as windows-1252 or utf-16le [default: utf-8]')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'Path to the list of rows inside a JSON or YAML document, for example `orders.open`')
            [CompletionResult]::new('--out-dir', '--out-dir', [CompletionResultType]::ParameterName, 'Folder to write the documents to; created when missing')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Recipient of each row, a text with expressions over it: ''{customer.email}'', or one for all')
            [CompletionResult]::new('--email-field', '--email-field', [CompletionResultType]::ParameterName, 'Name of the field that has the recipient of each row')
            [CompletionResult]::new('--key', '--key', [CompletionResultType]::ParameterName, 'Name of a mailed batch: what was sent under it is not sent again [default: made from the data and the template]')
            [CompletionResult]::new('--cc', '--cc', [CompletionResultType]::ParameterName, 'Recipient of a copy, named in the message; may be repeated')
            [CompletionResult]::new('--bcc', '--bcc', [CompletionResultType]::ParameterName, 'Recipient of a copy, not named in the message; may be repeated')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Sender, where the settings have none [env: REPORTCTL_MAIL_FROM]')
            [CompletionResult]::new('--reply-to', '--reply-to', [CompletionResultType]::ParameterName, 'Where answers go [env: REPORTCTL_MAIL_REPLY_TO]')
            [CompletionResult]::new('--subject', '--subject', [CompletionResultType]::ParameterName, 'Subject: ''Invoice {number}'' [default: Your report]')
            [CompletionResult]::new('--body', '--body', [CompletionResultType]::ParameterName, 'Plain text of the message')
            [CompletionResult]::new('--body-file', '--body-file', [CompletionResultType]::ParameterName, 'File with the plain text of the message')
            [CompletionResult]::new('--html-file', '--html-file', [CompletionResultType]::ParameterName, 'File with the same as HTML')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Name of the PDF: ''invoice-{number}.pdf'' [default: report.pdf]')
            [CompletionResult]::new('--attach', '--attach', [CompletionResultType]::ParameterName, 'Further file to go with the message; may be repeated')
            [CompletionResult]::new('--row-key', '--row-key', [CompletionResultType]::ParameterName, 'Label of a row in messages and reports, a text with expressions over it [default: its id, key, number, code, email or name]')
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Documents made at a time [default: the number of processors]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Documents made at a time [default: the number of processors]')
            [CompletionResult]::new('--max-errors', '--max-errors', [CompletionResultType]::ParameterName, 'Stop when more rows failed than this: a number, or a share like 5% of at least 100 rows')
            [CompletionResult]::new('--plan', '--plan', [CompletionResultType]::ParameterName, 'Make everything and keep nothing, but write down what each row would give: a plan, as NDJSON')
            [CompletionResult]::new('--apply', '--apply', [CompletionResultType]::ParameterName, 'Do the batch exactly as a plan says; a row that would give something else is refused')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Refuse documents with findings of this code, `all` for every code; may be repeated')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Make documents despite findings of this code, `all` for every code; may be repeated')
            [CompletionResult]::new('--font', '--font', [CompletionResultType]::ParameterName, 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]')
            [CompletionResult]::new('--max-pages', '--max-pages', [CompletionResultType]::ParameterName, 'Maximum number of pages of a document [env: REPORTCTL_MAX_PAGES] [default: 5000]')
            [CompletionResult]::new('--creation-date', '--creation-date', [CompletionResultType]::ParameterName, 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]')
            [CompletionResult]::new('--author', '--author', [CompletionResultType]::ParameterName, 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]')
            [CompletionResult]::new('--timeout', '--timeout', [CompletionResultType]::ParameterName, 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--allow-empty', '--allow-empty', [CompletionResultType]::ParameterName, 'Do nothing where there are no rows, instead of failing')
            [CompletionResult]::new('--allow-shared-recipients', '--allow-shared-recipients', [CompletionResultType]::ParameterName, 'Send several documents to one recipient where rows share an address')
            [CompletionResult]::new('--no-mail', '--no-mail', [CompletionResultType]::ParameterName, 'Mail nothing; without recipients that is understood')
            [CompletionResult]::new('--fail-fast', '--fail-fast', [CompletionResultType]::ParameterName, 'Stop at the first row that fails')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a summary as one JSON object')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse documents that lack data (`missingPath`)')
            [CompletionResult]::new('--no-fallback-font', '--no-fallback-font', [CompletionResultType]::ParameterName, 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;send' {
            [CompletionResult]::new('-d', '-d', [CompletionResultType]::ParameterName, 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input')
            [CompletionResult]::new('--data', '--data', [CompletionResultType]::ParameterName, 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input')
            [CompletionResult]::new('--to', '--to', [CompletionResultType]::ParameterName, 'Recipient, with a name or without: `ana@example.org`; may be repeated')
            [CompletionResult]::new('--cc', '--cc', [CompletionResultType]::ParameterName, 'Recipient of a copy, named in the message; may be repeated')
            [CompletionResult]::new('--bcc', '--bcc', [CompletionResultType]::ParameterName, 'Recipient of a copy, not named in the message; may be repeated')
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Sender, where the settings have none [env: REPORTCTL_MAIL_FROM]')
            [CompletionResult]::new('--reply-to', '--reply-to', [CompletionResultType]::ParameterName, 'Where answers go [env: REPORTCTL_MAIL_REPLY_TO]')
            [CompletionResult]::new('--subject', '--subject', [CompletionResultType]::ParameterName, 'Subject: ''Invoice {number}'' [default: Your report]')
            [CompletionResult]::new('--body', '--body', [CompletionResultType]::ParameterName, 'Plain text of the message')
            [CompletionResult]::new('--body-file', '--body-file', [CompletionResultType]::ParameterName, 'File with the plain text of the message')
            [CompletionResult]::new('--html-file', '--html-file', [CompletionResultType]::ParameterName, 'File with the same as HTML')
            [CompletionResult]::new('--filename', '--filename', [CompletionResultType]::ParameterName, 'Name of the PDF: ''invoice-{number}.pdf'' [default: report.pdf]')
            [CompletionResult]::new('--attach', '--attach', [CompletionResultType]::ParameterName, 'Further file to go with the message; may be repeated')
            [CompletionResult]::new('--creation-date', '--creation-date', [CompletionResultType]::ParameterName, 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]')
            [CompletionResult]::new('--font', '--font', [CompletionResultType]::ParameterName, 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]')
            [CompletionResult]::new('--deny', '--deny', [CompletionResultType]::ParameterName, 'Refuse documents with findings of this code, `all` for every code; may be repeated')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Make documents despite findings of this code, `all` for every code; may be repeated')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse documents that lack data (`missingPath`)')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Make everything, say what would be sent, and send and record nothing')
            [CompletionResult]::new('--queue', '--queue', [CompletionResultType]::ParameterName, 'Leave it to a worker instead of sending it now')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print what happened as one JSON object')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;worker' {
            [CompletionResult]::new('-j', '-j', [CompletionResultType]::ParameterName, 'Documents made at one time [default: the number of processors]')
            [CompletionResult]::new('--jobs', '--jobs', [CompletionResultType]::ParameterName, 'Documents made at one time [default: the number of processors]')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Only the requests of this batch, then end')
            [CompletionResult]::new('--poll', '--poll', [CompletionResultType]::ParameterName, 'How often to look for requests that were added without a notification [default: 5]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--once', '--once', [CompletionResultType]::ParameterName, 'Do what is due now and end; 5 is the exit code when no mail can be sent, 6 when requests failed')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a summary as one JSON object')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
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
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--condition', '--condition', [CompletionResultType]::ParameterName, 'Take the text for a condition, as in `visibleWhen`, and print `true` or `false`')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Fail when an expression cannot be read or a brace has no partner')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
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
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'Format of the findings')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--portable', '--portable', [CompletionResultType]::ParameterName, 'Also report what json-pdf-designer itself would print otherwise')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the stored templates: id and name')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print a template as JSON, with its images')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Store a new template, blank or from a shipped one, with data to try it')
            [CompletionResult]::new('add', 'add', [CompletionResultType]::ParameterValue, 'Store a template file and print its id')
            [CompletionResult]::new('update', 'update', [CompletionResultType]::ParameterValue, 'Replace a stored template by a file')
            [CompletionResult]::new('remove', 'remove', [CompletionResultType]::ParameterValue, 'Remove stored templates')
            [CompletionResult]::new('fmt', 'fmt', [CompletionResultType]::ParameterValue, 'Lay templates out in canonical form')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;template;list' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON array of `{"id", "name"}`')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;show' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print its version instead, for `update --if-match`')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;new' {
            [CompletionResult]::new('--from', '--from', [CompletionResultType]::ParameterName, 'Shipped template to start from [default: a blank page]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;add' {
            [CompletionResult]::new('--id', '--id', [CompletionResultType]::ParameterName, 'Id to store it under [default: made from its name]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;update' {
            [CompletionResult]::new('--if-match', '--if-match', [CompletionResultType]::ParameterName, 'Only if this is still its version')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;remove' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;fmt' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Change nothing; fail when something would change')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;template;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the stored templates: id and name')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Print a template as JSON, with its images')
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Store a new template, blank or from a shipped one, with data to try it')
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
        'reportctl;template;help;new' {
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
        'reportctl;queue' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List requests, the newest first')
            [CompletionResult]::new('batches', 'batches', [CompletionResultType]::ParameterValue, 'List batches with counts of their requests, the newest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show a request')
            [CompletionResult]::new('retry', 'retry', [CompletionResultType]::ParameterValue, 'Send failed requests again')
            [CompletionResult]::new('cancel', 'cancel', [CompletionResultType]::ParameterValue, 'End waiting requests without sending them')
            [CompletionResult]::new('purge', 'purge', [CompletionResultType]::ParameterValue, 'Delete finished requests; the log keeps what it says of them')
            [CompletionResult]::new('webhooks', 'webhooks', [CompletionResultType]::ParameterValue, 'List the calls to `serve.webhook`, the newest first, or make failed ones again')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;queue;list' {
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'In this state')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'With this error code')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'For this template')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Of the batch with this key')
            [CompletionResult]::new('--recipient', '--recipient', [CompletionResultType]::ParameterName, 'For this recipient')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Of this tenant')
            [CompletionResult]::new('--older-than', '--older-than', [CompletionResultType]::ParameterName, 'Made before: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Made since: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many, the newest')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON array')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;queue;batches' {
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Of this tenant')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many, the newest')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON array')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;queue;show' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--data', '--data', [CompletionResultType]::ParameterName, 'Show the data too, unless it is erased')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON object')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;queue;retry' {
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'In this state')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'With this error code')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'For this template')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Of the batch with this key')
            [CompletionResult]::new('--recipient', '--recipient', [CompletionResultType]::ParameterName, 'For this recipient')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Of this tenant')
            [CompletionResult]::new('--older-than', '--older-than', [CompletionResultType]::ParameterName, 'Made before: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Made since: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many, the newest')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'All that failed')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;queue;cancel' {
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'In this state')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'With this error code')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'For this template')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Of the batch with this key')
            [CompletionResult]::new('--recipient', '--recipient', [CompletionResultType]::ParameterName, 'For this recipient')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Of this tenant')
            [CompletionResult]::new('--older-than', '--older-than', [CompletionResultType]::ParameterName, 'Made before: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Made since: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many, the newest')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'All that wait')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;queue;purge' {
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'In this state')
            [CompletionResult]::new('--code', '--code', [CompletionResultType]::ParameterName, 'With this error code')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'For this template')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Of the batch with this key')
            [CompletionResult]::new('--recipient', '--recipient', [CompletionResultType]::ParameterName, 'For this recipient')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Of this tenant')
            [CompletionResult]::new('--older-than', '--older-than', [CompletionResultType]::ParameterName, 'Made before: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Made since: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many, the newest')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'All that are finished')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;queue;webhooks' {
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'In this state')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'At most this many')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--retry', '--retry', [CompletionResultType]::ParameterName, 'Make failed calls again')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON array')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;queue;help' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List requests, the newest first')
            [CompletionResult]::new('batches', 'batches', [CompletionResultType]::ParameterValue, 'List batches with counts of their requests, the newest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show a request')
            [CompletionResult]::new('retry', 'retry', [CompletionResultType]::ParameterValue, 'Send failed requests again')
            [CompletionResult]::new('cancel', 'cancel', [CompletionResultType]::ParameterValue, 'End waiting requests without sending them')
            [CompletionResult]::new('purge', 'purge', [CompletionResultType]::ParameterValue, 'Delete finished requests; the log keeps what it says of them')
            [CompletionResult]::new('webhooks', 'webhooks', [CompletionResultType]::ParameterValue, 'List the calls to `serve.webhook`, the newest first, or make failed ones again')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;queue;help;list' {
            break
        }
        'reportctl;queue;help;batches' {
            break
        }
        'reportctl;queue;help;show' {
            break
        }
        'reportctl;queue;help;retry' {
            break
        }
        'reportctl;queue;help;cancel' {
            break
        }
        'reportctl;queue;help;purge' {
            break
        }
        'reportctl;queue;help;webhooks' {
            break
        }
        'reportctl;queue;help;help' {
            break
        }
        'reportctl;log' {
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Entries since: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--until', '--until', [CompletionResultType]::ParameterName, 'Entries before: an age (7d, 12h, 30m) or a date')
            [CompletionResult]::new('--recipient', '--recipient', [CompletionResultType]::ParameterName, 'For this recipient')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'For this template')
            [CompletionResult]::new('--batch', '--batch', [CompletionResultType]::ParameterName, 'Of the batch with this key')
            [CompletionResult]::new('--status', '--status', [CompletionResultType]::ParameterName, 'With this outcome')
            [CompletionResult]::new('--request', '--request', [CompletionResultType]::ParameterName, 'For this request')
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Of this tenant')
            [CompletionResult]::new('--limit', '--limit', [CompletionResultType]::ParameterName, 'Only the newest of them, this many')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object per line')
            [CompletionResult]::new('--csv', '--csv', [CompletionResultType]::ParameterName, 'Print CSV with a head')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('import-bounces', 'import-bounces', [CompletionResultType]::ParameterValue, 'Record messages that came back')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;log;import-bounces' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the counts as a JSON object')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;log;help' {
            [CompletionResult]::new('import-bounces', 'import-bounces', [CompletionResultType]::ParameterValue, 'Record messages that came back')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;log;help;import-bounces' {
            break
        }
        'reportctl;log;help;help' {
            break
        }
        'reportctl;serve' {
            [CompletionResult]::new('--listen', '--listen', [CompletionResultType]::ParameterName, 'Address to listen on; port 0 for any free one [env: REPORTCTL_LISTEN] [default: 127.0.0.1:8080]')
            [CompletionResult]::new('--mode', '--mode', [CompletionResultType]::ParameterName, 'When requests for reports are answered [env: REPORTCTL_MODE] [default: sync]')
            [CompletionResult]::new('--workers', '--workers', [CompletionResultType]::ParameterName, 'Workers inside the service in queued mode; 0 when `reportctl worker` does the work [env: REPORTCTL_WORKERS] [default: the number of processors]')
            [CompletionResult]::new('--font', '--font', [CompletionResultType]::ParameterName, 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]')
            [CompletionResult]::new('--log-format', '--log-format', [CompletionResultType]::ParameterName, 'How the log on standard error looks')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;token' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('create', 'create', [CompletionResultType]::ParameterValue, 'Make a token and print it, once')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tokens: id, tenant, name, scopes, state')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'Revoke a token')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;token;create' {
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Tenant whose templates and reports it is for [default: the root folder]')
            [CompletionResult]::new('--scope', '--scope', [CompletionResultType]::ParameterName, 'What it is for, separated by commas: templates:read, templates:write, reports:send, reports:read, reports:render, log:read, metrics:read')
            [CompletionResult]::new('--name', '--name', [CompletionResultType]::ParameterName, 'Name for people; stands in the generation log [default: the tenant]')
            [CompletionResult]::new('--days', '--days', [CompletionResultType]::ParameterName, 'Days until it expires [default: it does not]')
            [CompletionResult]::new('--out', '--out', [CompletionResultType]::ParameterName, 'Write the token to a new file that only its owner can read, instead of printing it')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;token;list' {
            [CompletionResult]::new('--tenant', '--tenant', [CompletionResultType]::ParameterName, 'Those of this tenant only')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print a JSON array')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;token;revoke' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;token;help' {
            [CompletionResult]::new('create', 'create', [CompletionResultType]::ParameterValue, 'Make a token and print it, once')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tokens: id, tenant, name, scopes, state')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'Revoke a token')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;token;help;create' {
            break
        }
        'reportctl;token;help;list' {
            break
        }
        'reportctl;token;help;revoke' {
            break
        }
        'reportctl;token;help;help' {
            break
        }
        'reportctl;doctor' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print the findings as a JSON array')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;init' {
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'Shipped template to start with; may be repeated [default: receipt]')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('--list', '--list', [CompletionResultType]::ParameterName, 'List the shipped templates instead')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;schema' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'What to print')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;completions' {
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;man' {
            [CompletionResult]::new('--out-dir', '--out-dir', [CompletionResultType]::ParameterName, 'Write a page for every command to this folder instead')
            [CompletionResult]::new('--templates', '--templates', [CompletionResultType]::ParameterName, 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]')
            [CompletionResult]::new('--error-format', '--error-format', [CompletionResultType]::ParameterName, 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to use colours; `auto` respects NO_COLOR')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print only errors and warnings')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say what is done, step by step')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Print help (see more with ''--help'')')
            break
        }
        'reportctl;help' {
            [CompletionResult]::new('render', 'render', [CompletionResultType]::ParameterValue, 'Render a template with data to a PDF file')
            [CompletionResult]::new('batch', 'batch', [CompletionResultType]::ParameterValue, 'Make a document for every row of a data file, into a folder, by mail, or both')
            [CompletionResult]::new('send', 'send', [CompletionResultType]::ParameterValue, 'Render a template with data and mail the PDF')
            [CompletionResult]::new('worker', 'worker', [CompletionResultType]::ParameterValue, 'Take requests from the queue, make their documents and mail them')
            [CompletionResult]::new('eval', 'eval', [CompletionResultType]::ParameterValue, 'Show what a text with expressions gives for some data')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Check templates without rendering them')
            [CompletionResult]::new('template', 'template', [CompletionResultType]::ParameterValue, 'List and change the stored templates')
            [CompletionResult]::new('queue', 'queue', [CompletionResultType]::ParameterValue, 'List and change report requests')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'Show who generated what, when, for whom, and how it ended')
            [CompletionResult]::new('serve', 'serve', [CompletionResultType]::ParameterValue, 'Answer requests over HTTP')
            [CompletionResult]::new('token', 'token', [CompletionResultType]::ParameterValue, 'Make, list and revoke the tokens of the service')
            [CompletionResult]::new('doctor', 'doctor', [CompletionResultType]::ParameterValue, 'Check whether all that the commands need is there and works')
            [CompletionResult]::new('init', 'init', [CompletionResultType]::ParameterValue, 'Start a working folder with a template, data and settings')
            [CompletionResult]::new('schema', 'schema', [CompletionResultType]::ParameterValue, 'Print what a template file may hold, as JSON Schema or TypeScript types')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completion script of a shell')
            [CompletionResult]::new('man', 'man', [CompletionResultType]::ParameterValue, 'Print the manual page')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Print this message or the help of the given subcommand(s)')
            break
        }
        'reportctl;help;render' {
            break
        }
        'reportctl;help;batch' {
            break
        }
        'reportctl;help;send' {
            break
        }
        'reportctl;help;worker' {
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
            [CompletionResult]::new('new', 'new', [CompletionResultType]::ParameterValue, 'Store a new template, blank or from a shipped one, with data to try it')
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
        'reportctl;help;template;new' {
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
        'reportctl;help;queue' {
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List requests, the newest first')
            [CompletionResult]::new('batches', 'batches', [CompletionResultType]::ParameterValue, 'List batches with counts of their requests, the newest first')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show a request')
            [CompletionResult]::new('retry', 'retry', [CompletionResultType]::ParameterValue, 'Send failed requests again')
            [CompletionResult]::new('cancel', 'cancel', [CompletionResultType]::ParameterValue, 'End waiting requests without sending them')
            [CompletionResult]::new('purge', 'purge', [CompletionResultType]::ParameterValue, 'Delete finished requests; the log keeps what it says of them')
            [CompletionResult]::new('webhooks', 'webhooks', [CompletionResultType]::ParameterValue, 'List the calls to `serve.webhook`, the newest first, or make failed ones again')
            break
        }
        'reportctl;help;queue;list' {
            break
        }
        'reportctl;help;queue;batches' {
            break
        }
        'reportctl;help;queue;show' {
            break
        }
        'reportctl;help;queue;retry' {
            break
        }
        'reportctl;help;queue;cancel' {
            break
        }
        'reportctl;help;queue;purge' {
            break
        }
        'reportctl;help;queue;webhooks' {
            break
        }
        'reportctl;help;log' {
            [CompletionResult]::new('import-bounces', 'import-bounces', [CompletionResultType]::ParameterValue, 'Record messages that came back')
            break
        }
        'reportctl;help;log;import-bounces' {
            break
        }
        'reportctl;help;serve' {
            break
        }
        'reportctl;help;token' {
            [CompletionResult]::new('create', 'create', [CompletionResultType]::ParameterValue, 'Make a token and print it, once')
            [CompletionResult]::new('list', 'list', [CompletionResultType]::ParameterValue, 'List the tokens: id, tenant, name, scopes, state')
            [CompletionResult]::new('revoke', 'revoke', [CompletionResultType]::ParameterValue, 'Revoke a token')
            break
        }
        'reportctl;help;token;create' {
            break
        }
        'reportctl;help;token;list' {
            break
        }
        'reportctl;help;token;revoke' {
            break
        }
        'reportctl;help;doctor' {
            break
        }
        'reportctl;help;init' {
            break
        }
        'reportctl;help;schema' {
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
