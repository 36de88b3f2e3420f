
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
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand render 'Render a template with data to a PDF file'
            cand batch 'Make a document for every row of a data file, into a folder, by mail, or both'
            cand send 'Render a template with data and mail the PDF'
            cand worker 'Take requests from the queue, make their documents and mail them'
            cand eval 'Show what a text with expressions gives for some data'
            cand check 'Check templates without rendering them'
            cand template 'List and change the stored templates'
            cand queue 'List and change report requests'
            cand log 'Show who generated what, when, for whom, and how it ended'
            cand serve 'Answer requests over HTTP'
            cand token 'Make, list and revoke the tokens of the service'
            cand doctor 'Check whether all that the commands need is there and works'
            cand init 'Start a working folder with a template, data and settings'
            cand schema 'Print what a template file may hold, as JSON Schema or TypeScript types'
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
            cand --title 'Title of the document [default: the name of the template]'
            cand --deny 'Refuse documents with findings of this code, `all` for every code; may be repeated'
            cand --allow 'Make documents despite findings of this code, `all` for every code; may be repeated'
            cand --font 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]'
            cand --max-pages 'Maximum number of pages of a document [env: REPORTCTL_MAX_PAGES] [default: 5000]'
            cand --creation-date 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]'
            cand --author 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]'
            cand --timeout 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --strict 'Refuse documents that lack data (`missingPath`)'
            cand --no-fallback-font 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;batch'= {
            cand -d 'Rows: NDJSON, CSV, TSV, a JSON array or YAML; `-` for standard input'
            cand --data 'Rows: NDJSON, CSV, TSV, a JSON array or YAML; `-` for standard input'
            cand --input-format 'Format of the data [default: by its extension, or by a look at it]'
            cand --encoding 'Encoding of the data, such as windows-1252 or utf-16le [default: utf-8]'
            cand --path 'Path to the list of rows inside a JSON or YAML document, for example `orders.open`'
            cand --out-dir 'Folder to write the documents to; created when missing'
            cand --to 'Recipient of each row, a text with expressions over it: ''{customer.email}'', or one for all'
            cand --email-field 'Name of the field that has the recipient of each row'
            cand --key 'Name of a mailed batch: what was sent under it is not sent again [default: made from the data and the template]'
            cand --cc 'Recipient of a copy, named in the message; may be repeated'
            cand --bcc 'Recipient of a copy, not named in the message; may be repeated'
            cand --from 'Sender, where the settings have none [env: REPORTCTL_MAIL_FROM]'
            cand --reply-to 'Where answers go [env: REPORTCTL_MAIL_REPLY_TO]'
            cand --subject 'Subject: ''Invoice {number}'' [default: Your report]'
            cand --body 'Plain text of the message'
            cand --body-file 'File with the plain text of the message'
            cand --html-file 'File with the same as HTML'
            cand --filename 'Name of the PDF: ''invoice-{number}.pdf'' [default: report.pdf]'
            cand --attach 'Further file to go with the message; may be repeated'
            cand --row-key 'Label of a row in messages and reports, a text with expressions over it [default: its id, key, number, code, email or name]'
            cand -j 'Documents made at a time [default: the number of processors]'
            cand --jobs 'Documents made at a time [default: the number of processors]'
            cand --max-errors 'Stop when more rows failed than this: a number, or a share like 5% of at least 100 rows'
            cand --plan 'Make everything and keep nothing, but write down what each row would give: a plan, as NDJSON'
            cand --apply 'Do the batch exactly as a plan says; a row that would give something else is refused'
            cand --deny 'Refuse documents with findings of this code, `all` for every code; may be repeated'
            cand --allow 'Make documents despite findings of this code, `all` for every code; may be repeated'
            cand --font 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]'
            cand --max-pages 'Maximum number of pages of a document [env: REPORTCTL_MAX_PAGES] [default: 5000]'
            cand --creation-date 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]'
            cand --author 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]'
            cand --timeout 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --allow-empty 'Do nothing where there are no rows, instead of failing'
            cand --allow-shared-recipients 'Send several documents to one recipient where rows share an address'
            cand --no-mail 'Mail nothing; without recipients that is understood'
            cand --fail-fast 'Stop at the first row that fails'
            cand --json 'Print a summary as one JSON object'
            cand --strict 'Refuse documents that lack data (`missingPath`)'
            cand --no-fallback-font 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;send'= {
            cand -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input'
            cand --data 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input'
            cand --to 'Recipient, with a name or without: `ana@example.org`; may be repeated'
            cand --cc 'Recipient of a copy, named in the message; may be repeated'
            cand --bcc 'Recipient of a copy, not named in the message; may be repeated'
            cand --from 'Sender, where the settings have none [env: REPORTCTL_MAIL_FROM]'
            cand --reply-to 'Where answers go [env: REPORTCTL_MAIL_REPLY_TO]'
            cand --subject 'Subject: ''Invoice {number}'' [default: Your report]'
            cand --body 'Plain text of the message'
            cand --body-file 'File with the plain text of the message'
            cand --html-file 'File with the same as HTML'
            cand --filename 'Name of the PDF: ''invoice-{number}.pdf'' [default: report.pdf]'
            cand --attach 'Further file to go with the message; may be repeated'
            cand --creation-date 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]'
            cand --font 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]'
            cand --deny 'Refuse documents with findings of this code, `all` for every code; may be repeated'
            cand --allow 'Make documents despite findings of this code, `all` for every code; may be repeated'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --strict 'Refuse documents that lack data (`missingPath`)'
            cand --dry-run 'Make everything, say what would be sent, and send and record nothing'
            cand --queue 'Leave it to a worker instead of sending it now'
            cand --json 'Print what happened as one JSON object'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;worker'= {
            cand -j 'Documents made at one time [default: the number of processors]'
            cand --jobs 'Documents made at one time [default: the number of processors]'
            cand --batch 'Only the requests of this batch, then end'
            cand --poll 'How often to look for requests that were added without a notification [default: 5]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --once 'Do what is due now and end; 5 is the exit code when no mail can be sent, 6 when requests failed'
            cand --json 'Print a summary as one JSON object'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;eval'= {
            cand -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]'
            cand --data 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --condition 'Take the text for a condition, as in `visibleWhen`, and print `true` or `false`'
            cand --strict 'Fail when an expression cannot be read or a brace has no partner'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;check'= {
            cand -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input'
            cand --data 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input'
            cand --deny 'Turn warnings of this code into failures, `all` for every code; may be repeated'
            cand --format 'Format of the findings'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --portable 'Also report what json-pdf-designer itself would print otherwise'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand list 'List the stored templates: id and name'
            cand show 'Print a template as JSON, with its images'
            cand new 'Store a new template, blank or from a shipped one, with data to try it'
            cand add 'Store a template file and print its id'
            cand update 'Replace a stored template by a file'
            cand remove 'Remove stored templates'
            cand fmt 'Lay templates out in canonical form'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;template;list'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --json 'Print a JSON array of `{"id", "name"}`'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;show'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --version 'Print its version instead, for `update --if-match`'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;new'= {
            cand --from 'Shipped template to start from [default: a blank page]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;add'= {
            cand --id 'Id to store it under [default: made from its name]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;update'= {
            cand --if-match 'Only if this is still its version'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;remove'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;fmt'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --check 'Change nothing; fail when something would change'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;template;help'= {
            cand list 'List the stored templates: id and name'
            cand show 'Print a template as JSON, with its images'
            cand new 'Store a new template, blank or from a shipped one, with data to try it'
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
        &'reportctl;template;help;new'= {
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
        &'reportctl;queue'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand list 'List requests, the newest first'
            cand batches 'List batches with counts of their requests, the newest first'
            cand show 'Show a request'
            cand retry 'Send failed requests again'
            cand cancel 'End waiting requests without sending them'
            cand purge 'Delete finished requests; the log keeps what it says of them'
            cand webhooks 'List the calls to `serve.webhook`, the newest first, or make failed ones again'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;queue;list'= {
            cand --status 'In this state'
            cand --code 'With this error code'
            cand --template 'For this template'
            cand --batch 'Of the batch with this key'
            cand --recipient 'For this recipient'
            cand --tenant 'Of this tenant'
            cand --older-than 'Made before: an age (7d, 12h, 30m) or a date'
            cand --since 'Made since: an age (7d, 12h, 30m) or a date'
            cand --limit 'At most this many, the newest'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --json 'Print a JSON array'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;queue;batches'= {
            cand --tenant 'Of this tenant'
            cand --limit 'At most this many, the newest'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --json 'Print a JSON array'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;queue;show'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --data 'Show the data too, unless it is erased'
            cand --json 'Print a JSON object'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;queue;retry'= {
            cand --status 'In this state'
            cand --code 'With this error code'
            cand --template 'For this template'
            cand --batch 'Of the batch with this key'
            cand --recipient 'For this recipient'
            cand --tenant 'Of this tenant'
            cand --older-than 'Made before: an age (7d, 12h, 30m) or a date'
            cand --since 'Made since: an age (7d, 12h, 30m) or a date'
            cand --limit 'At most this many, the newest'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --all 'All that failed'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;queue;cancel'= {
            cand --status 'In this state'
            cand --code 'With this error code'
            cand --template 'For this template'
            cand --batch 'Of the batch with this key'
            cand --recipient 'For this recipient'
            cand --tenant 'Of this tenant'
            cand --older-than 'Made before: an age (7d, 12h, 30m) or a date'
            cand --since 'Made since: an age (7d, 12h, 30m) or a date'
            cand --limit 'At most this many, the newest'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --all 'All that wait'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;queue;purge'= {
            cand --status 'In this state'
            cand --code 'With this error code'
            cand --template 'For this template'
            cand --batch 'Of the batch with this key'
            cand --recipient 'For this recipient'
            cand --tenant 'Of this tenant'
            cand --older-than 'Made before: an age (7d, 12h, 30m) or a date'
            cand --since 'Made since: an age (7d, 12h, 30m) or a date'
            cand --limit 'At most this many, the newest'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --all 'All that are finished'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;queue;webhooks'= {
            cand --status 'In this state'
            cand --limit 'At most this many'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --retry 'Make failed calls again'
            cand --json 'Print a JSON array'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;queue;help'= {
            cand list 'List requests, the newest first'
            cand batches 'List batches with counts of their requests, the newest first'
            cand show 'Show a request'
            cand retry 'Send failed requests again'
            cand cancel 'End waiting requests without sending them'
            cand purge 'Delete finished requests; the log keeps what it says of them'
            cand webhooks 'List the calls to `serve.webhook`, the newest first, or make failed ones again'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;queue;help;list'= {
        }
        &'reportctl;queue;help;batches'= {
        }
        &'reportctl;queue;help;show'= {
        }
        &'reportctl;queue;help;retry'= {
        }
        &'reportctl;queue;help;cancel'= {
        }
        &'reportctl;queue;help;purge'= {
        }
        &'reportctl;queue;help;webhooks'= {
        }
        &'reportctl;queue;help;help'= {
        }
        &'reportctl;log'= {
            cand --since 'Entries since: an age (7d, 12h, 30m) or a date'
            cand --until 'Entries before: an age (7d, 12h, 30m) or a date'
            cand --recipient 'For this recipient'
            cand --template 'For this template'
            cand --batch 'Of the batch with this key'
            cand --status 'With this outcome'
            cand --request 'For this request'
            cand --tenant 'Of this tenant'
            cand --limit 'Only the newest of them, this many'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --json 'Print one JSON object per line'
            cand --csv 'Print CSV with a head'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand import-bounces 'Record messages that came back'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;log;import-bounces'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --json 'Print the counts as a JSON object'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;log;help'= {
            cand import-bounces 'Record messages that came back'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;log;help;import-bounces'= {
        }
        &'reportctl;log;help;help'= {
        }
        &'reportctl;serve'= {
            cand --listen 'Address to listen on; port 0 for any free one [env: REPORTCTL_LISTEN] [default: 127.0.0.1:8080]'
            cand --mode 'When requests for reports are answered [env: REPORTCTL_MODE] [default: sync]'
            cand --workers 'Workers inside the service in queued mode; 0 when `reportctl worker` does the work [env: REPORTCTL_WORKERS] [default: the number of processors]'
            cand --font 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]'
            cand --log-format 'How the log on standard error looks'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;token'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand create 'Make a token and print it, once'
            cand list 'List the tokens: id, tenant, name, scopes, state'
            cand revoke 'Revoke a token'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;token;create'= {
            cand --tenant 'Tenant whose templates and reports it is for [default: the root folder]'
            cand --scope 'What it is for, separated by commas: templates:read, templates:write, reports:send, reports:read, reports:render, log:read, metrics:read'
            cand --name 'Name for people; stands in the generation log [default: the tenant]'
            cand --days 'Days until it expires [default: it does not]'
            cand --out 'Write the token to a new file that only its owner can read, instead of printing it'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;token;list'= {
            cand --tenant 'Those of this tenant only'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --json 'Print a JSON array'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;token;revoke'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;token;help'= {
            cand create 'Make a token and print it, once'
            cand list 'List the tokens: id, tenant, name, scopes, state'
            cand revoke 'Revoke a token'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;token;help;create'= {
        }
        &'reportctl;token;help;list'= {
        }
        &'reportctl;token;help;revoke'= {
        }
        &'reportctl;token;help;help'= {
        }
        &'reportctl;doctor'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --json 'Print the findings as a JSON array'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;init'= {
            cand --template 'Shipped template to start with; may be repeated [default: receipt]'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand --list 'List the shipped templates instead'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;schema'= {
            cand --format 'What to print'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;completions'= {
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;man'= {
            cand --out-dir 'Write a page for every command to this folder instead'
            cand --templates 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]'
            cand --error-format 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]'
            cand --color 'When to use colours; `auto` respects NO_COLOR'
            cand -q 'Print only errors and warnings'
            cand --quiet 'Print only errors and warnings'
            cand -v 'Say what is done, step by step'
            cand --verbose 'Say what is done, step by step'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'reportctl;help'= {
            cand render 'Render a template with data to a PDF file'
            cand batch 'Make a document for every row of a data file, into a folder, by mail, or both'
            cand send 'Render a template with data and mail the PDF'
            cand worker 'Take requests from the queue, make their documents and mail them'
            cand eval 'Show what a text with expressions gives for some data'
            cand check 'Check templates without rendering them'
            cand template 'List and change the stored templates'
            cand queue 'List and change report requests'
            cand log 'Show who generated what, when, for whom, and how it ended'
            cand serve 'Answer requests over HTTP'
            cand token 'Make, list and revoke the tokens of the service'
            cand doctor 'Check whether all that the commands need is there and works'
            cand init 'Start a working folder with a template, data and settings'
            cand schema 'Print what a template file may hold, as JSON Schema or TypeScript types'
            cand completions 'Print the completion script of a shell'
            cand man 'Print the manual page'
            cand help 'Print this message or the help of the given subcommand(s)'
        }
        &'reportctl;help;render'= {
        }
        &'reportctl;help;batch'= {
        }
        &'reportctl;help;send'= {
        }
        &'reportctl;help;worker'= {
        }
        &'reportctl;help;eval'= {
        }
        &'reportctl;help;check'= {
        }
        &'reportctl;help;template'= {
            cand list 'List the stored templates: id and name'
            cand show 'Print a template as JSON, with its images'
            cand new 'Store a new template, blank or from a shipped one, with data to try it'
            cand add 'Store a template file and print its id'
            cand update 'Replace a stored template by a file'
            cand remove 'Remove stored templates'
            cand fmt 'Lay templates out in canonical form'
        }
        &'reportctl;help;template;list'= {
        }
        &'reportctl;help;template;show'= {
        }
        &'reportctl;help;template;new'= {
        }
        &'reportctl;help;template;add'= {
        }
        &'reportctl;help;template;update'= {
        }
        &'reportctl;help;template;remove'= {
        }
        &'reportctl;help;template;fmt'= {
        }
        &'reportctl;help;queue'= {
            cand list 'List requests, the newest first'
            cand batches 'List batches with counts of their requests, the newest first'
            cand show 'Show a request'
            cand retry 'Send failed requests again'
            cand cancel 'End waiting requests without sending them'
            cand purge 'Delete finished requests; the log keeps what it says of them'
            cand webhooks 'List the calls to `serve.webhook`, the newest first, or make failed ones again'
        }
        &'reportctl;help;queue;list'= {
        }
        &'reportctl;help;queue;batches'= {
        }
        &'reportctl;help;queue;show'= {
        }
        &'reportctl;help;queue;retry'= {
        }
        &'reportctl;help;queue;cancel'= {
        }
        &'reportctl;help;queue;purge'= {
        }
        &'reportctl;help;queue;webhooks'= {
        }
        &'reportctl;help;log'= {
            cand import-bounces 'Record messages that came back'
        }
        &'reportctl;help;log;import-bounces'= {
        }
        &'reportctl;help;serve'= {
        }
        &'reportctl;help;token'= {
            cand create 'Make a token and print it, once'
            cand list 'List the tokens: id, tenant, name, scopes, state'
            cand revoke 'Revoke a token'
        }
        &'reportctl;help;token;create'= {
        }
        &'reportctl;help;token;list'= {
        }
        &'reportctl;help;token;revoke'= {
        }
        &'reportctl;help;doctor'= {
        }
        &'reportctl;help;init'= {
        }
        &'reportctl;help;schema'= {
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
