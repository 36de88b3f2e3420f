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
complete -c reportctl -n "__fish_reportctl_needs_command" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_needs_command" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_needs_command" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_needs_command" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_needs_command" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_needs_command" -s V -l version -d 'Print version'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "render" -d 'Render a template with data to a PDF file'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "batch" -d 'Make a document for every row of a data file, into a folder, by mail, or both'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "send" -d 'Render a template with data and mail the PDF'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "worker" -d 'Take requests from the queue, make their documents and mail them'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "eval" -d 'Show what a text with expressions gives for some data'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "check" -d 'Check templates without rendering them'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "template" -d 'List and change the stored templates'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "queue" -d 'List and change report requests'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "log" -d 'Show who generated what, when, for whom, and how it ended'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "serve" -d 'Answer requests over HTTP'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "token" -d 'Make, list and revoke the tokens of the service'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "doctor" -d 'Check whether all that the commands need is there and works'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "init" -d 'Start a working folder with a template, data and settings'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "schema" -d 'Print what a template file may hold, as JSON Schema or TypeScript types'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "completions" -d 'Print the completion script of a shell'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "man" -d 'Print the manual page'
complete -c reportctl -n "__fish_reportctl_needs_command" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s d -l data -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s o -l output -d 'Output file, `-` for standard output [default: <TEMPLATE>.pdf; standard output for `layout`]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l format -d 'What to write' -r -f -a "pdf\t'A PDF document'
layout\t'The pages with everything placed on them, as JSON in millimetres'"
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l title -d 'Title of the document [default: the name of the template]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l deny -d 'Refuse documents with findings of this code, `all` for every code; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l allow -d 'Make documents despite findings of this code, `all` for every code; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l font -d 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l max-pages -d 'Maximum number of pages of a document [env: REPORTCTL_MAX_PAGES] [default: 5000]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l creation-date -d 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l author -d 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l timeout -d 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l strict -d 'Refuse documents that lack data (`missingPath`)'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -l no-fallback-font -d 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand render" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -s d -l data -d 'Rows: NDJSON, CSV, TSV, a JSON array or YAML; `-` for standard input' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l input-format -d 'Format of the data [default: by its extension, or by a look at it]' -r -f -a "ndjson\t'One JSON object per line'
csv\t'A header row, then rows'
tsv\t'The same, separated by tabs'
json\t'A JSON array, or a document with one inside'
yaml\t'A YAML list, or several documents'"
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l encoding -d 'Encoding of the data, such as windows-1252 or utf-16le [default: utf-8]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l path -d 'Path to the list of rows inside a JSON or YAML document, for example `orders.open`' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l out-dir -d 'Folder to write the documents to; created when missing' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l to -d 'Recipient of each row, a text with expressions over it: \'{customer.email}\', or one for all' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l email-field -d 'Name of the field that has the recipient of each row' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l key -d 'Name of a mailed batch: what was sent under it is not sent again [default: made from the data and the template]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l cc -d 'Recipient of a copy, named in the message; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l bcc -d 'Recipient of a copy, not named in the message; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l from -d 'Sender, where the settings have none [env: REPORTCTL_MAIL_FROM]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l reply-to -d 'Where answers go [env: REPORTCTL_MAIL_REPLY_TO]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l subject -d 'Subject: \'Invoice {number}\' [default: Your report]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l body -d 'Plain text of the message' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l body-file -d 'File with the plain text of the message' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l html-file -d 'File with the same as HTML' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l filename -d 'Name of the PDF: \'invoice-{number}.pdf\' [default: report.pdf]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l attach -d 'Further file to go with the message; may be repeated' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l row-key -d 'Label of a row in messages and reports, a text with expressions over it [default: its id, key, number, code, email or name]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -s j -l jobs -d 'Documents made at a time [default: the number of processors]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l max-errors -d 'Stop when more rows failed than this: a number, or a share like 5% of at least 100 rows' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l plan -d 'Make everything and keep nothing, but write down what each row would give: a plan, as NDJSON' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l apply -d 'Do the batch exactly as a plan says; a row that would give something else is refused' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l deny -d 'Refuse documents with findings of this code, `all` for every code; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l allow -d 'Make documents despite findings of this code, `all` for every code; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l font -d 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l max-pages -d 'Maximum number of pages of a document [env: REPORTCTL_MAX_PAGES] [default: 5000]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l creation-date -d 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l author -d 'Author of the document [env: REPORTCTL_AUTHOR] [default: reportctl]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l timeout -d 'Most seconds the document may take [env: REPORTCTL_TIMEOUT_SECONDS] [default: no limit]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l allow-empty -d 'Do nothing where there are no rows, instead of failing'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l allow-shared-recipients -d 'Send several documents to one recipient where rows share an address'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l no-mail -d 'Mail nothing; without recipients that is understood'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l fail-fast -d 'Stop at the first row that fails'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l json -d 'Print a summary as one JSON object'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l strict -d 'Refuse documents that lack data (`missingPath`)'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -l no-fallback-font -d 'Refuse characters that no given font has, instead of drawing them with the built-in one [env: REPORTCTL_FALLBACK_FONT]'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand batch" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -s d -l data -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l to -d 'Recipient, with a name or without: `ana@example.org`; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l cc -d 'Recipient of a copy, named in the message; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l bcc -d 'Recipient of a copy, not named in the message; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l from -d 'Sender, where the settings have none [env: REPORTCTL_MAIL_FROM]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l reply-to -d 'Where answers go [env: REPORTCTL_MAIL_REPLY_TO]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l subject -d 'Subject: \'Invoice {number}\' [default: Your report]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l body -d 'Plain text of the message' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l body-file -d 'File with the plain text of the message' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l html-file -d 'File with the same as HTML' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l filename -d 'Name of the PDF: \'invoice-{number}.pdf\' [default: report.pdf]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l attach -d 'Further file to go with the message; may be repeated' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l creation-date -d 'Date of the report: 2026-01-31, 2026-01-31T12:00:00Z or seconds since 1970 [env: SOURCE_DATE_EPOCH] [default: now]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l font -d 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l deny -d 'Refuse documents with findings of this code, `all` for every code; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l allow -d 'Make documents despite findings of this code, `all` for every code; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l strict -d 'Refuse documents that lack data (`missingPath`)'
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l dry-run -d 'Make everything, say what would be sent, and send and record nothing'
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l queue -d 'Leave it to a worker instead of sending it now'
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -l json -d 'Print what happened as one JSON object'
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand send" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -s j -l jobs -d 'Documents made at one time [default: the number of processors]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -l batch -d 'Only the requests of this batch, then end' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -l poll -d 'How often to look for requests that were added without a notification [default: 5]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -l once -d 'Do what is due now and end; 5 is the exit code when no mail can be sent, 6 when requests failed'
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -l json -d 'Print a summary as one JSON object'
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand worker" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -s d -l data -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input [default: an empty object]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l condition -d 'Take the text for a condition, as in `visibleWhen`, and print `true` or `false`'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -l strict -d 'Fail when an expression cannot be read or a brace has no partner'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand eval" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -s d -l data -d 'Data: JSON, YAML, CSV or NDJSON; `-` for standard input' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l deny -d 'Turn warnings of this code into failures, `all` for every code; may be repeated' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l format -d 'Format of the findings' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -l portable -d 'Also report what json-pdf-designer itself would print otherwise'
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand check" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -f -a "list" -d 'List the stored templates: id and name'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -f -a "show" -d 'Print a template as JSON, with its images'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -f -a "new" -d 'Store a new template, blank or from a shipped one, with data to try it'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -f -a "add" -d 'Store a template file and print its id'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -f -a "update" -d 'Replace a stored template by a file'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -f -a "remove" -d 'Remove stored templates'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -f -a "fmt" -d 'Lay templates out in canonical form'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and not __fish_seen_subcommand_from list show new add update remove fmt help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -l json -d 'Print a JSON array of `{"id", "name"}`'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -l version -d 'Print its version instead, for `update --if-match`'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from new" -l from -d 'Shipped template to start from [default: a blank page]' -r -f -a "account-statement\t''
certificate\t''
delivery-note\t''
invoice\t''
letter\t''
payslip\t''
price-list\t''
receipt\t''
sales-dashboard\t''
timesheet\t''"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from new" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from new" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from new" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from new" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from new" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from new" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -l id -d 'Id to store it under [default: made from its name]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from add" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -l if-match -d 'Only if this is still its version' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from update" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from remove" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -l check -d 'Change nothing; fail when something would change'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from fmt" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "list" -d 'List the stored templates: id and name'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "show" -d 'Print a template as JSON, with its images'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "new" -d 'Store a new template, blank or from a shipped one, with data to try it'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "add" -d 'Store a template file and print its id'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "update" -d 'Replace a stored template by a file'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "remove" -d 'Remove stored templates'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "fmt" -d 'Lay templates out in canonical form'
complete -c reportctl -n "__fish_reportctl_using_subcommand template; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -f -a "list" -d 'List requests, the newest first'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -f -a "batches" -d 'List batches with counts of their requests, the newest first'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -f -a "show" -d 'Show a request'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -f -a "retry" -d 'Send failed requests again'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -f -a "cancel" -d 'End waiting requests without sending them'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -f -a "purge" -d 'Delete finished requests; the log keeps what it says of them'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -f -a "webhooks" -d 'List the calls to `serve.webhook`, the newest first, or make failed ones again'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and not __fish_seen_subcommand_from list batches show retry cancel purge webhooks help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l status -d 'In this state' -r -f -a "pending\t'Waiting, or being worked on'
done\t'Delivered'
error\t'Failed'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l code -d 'With this error code' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l template -d 'For this template' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l batch -d 'Of the batch with this key' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l recipient -d 'For this recipient' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l tenant -d 'Of this tenant' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l older-than -d 'Made before: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l since -d 'Made since: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l limit -d 'At most this many, the newest' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -l json -d 'Print a JSON array'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -l tenant -d 'Of this tenant' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -l limit -d 'At most this many, the newest' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -l json -d 'Print a JSON array'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from batches" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from show" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from show" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from show" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from show" -l data -d 'Show the data too, unless it is erased'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from show" -l json -d 'Print a JSON object'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from show" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from show" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from show" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l status -d 'In this state' -r -f -a "pending\t'Waiting, or being worked on'
done\t'Delivered'
error\t'Failed'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l code -d 'With this error code' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l template -d 'For this template' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l batch -d 'Of the batch with this key' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l recipient -d 'For this recipient' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l tenant -d 'Of this tenant' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l older-than -d 'Made before: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l since -d 'Made since: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l limit -d 'At most this many, the newest' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -l all -d 'All that failed'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from retry" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l status -d 'In this state' -r -f -a "pending\t'Waiting, or being worked on'
done\t'Delivered'
error\t'Failed'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l code -d 'With this error code' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l template -d 'For this template' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l batch -d 'Of the batch with this key' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l recipient -d 'For this recipient' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l tenant -d 'Of this tenant' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l older-than -d 'Made before: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l since -d 'Made since: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l limit -d 'At most this many, the newest' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -l all -d 'All that wait'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from cancel" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l status -d 'In this state' -r -f -a "pending\t'Waiting, or being worked on'
done\t'Delivered'
error\t'Failed'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l code -d 'With this error code' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l template -d 'For this template' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l batch -d 'Of the batch with this key' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l recipient -d 'For this recipient' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l tenant -d 'Of this tenant' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l older-than -d 'Made before: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l since -d 'Made since: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l limit -d 'At most this many, the newest' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -l all -d 'All that are finished'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from purge" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -l status -d 'In this state' -r -f -a "pending\t'Waiting, or being made'
delivered\t'Taken by the endpoint'
failed\t'Given up after too many attempts'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -l limit -d 'At most this many' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -l retry -d 'Make failed calls again'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -l json -d 'Print a JSON array'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from webhooks" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from help" -f -a "list" -d 'List requests, the newest first'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from help" -f -a "batches" -d 'List batches with counts of their requests, the newest first'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from help" -f -a "show" -d 'Show a request'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from help" -f -a "retry" -d 'Send failed requests again'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from help" -f -a "cancel" -d 'End waiting requests without sending them'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from help" -f -a "purge" -d 'Delete finished requests; the log keeps what it says of them'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from help" -f -a "webhooks" -d 'List the calls to `serve.webhook`, the newest first, or make failed ones again'
complete -c reportctl -n "__fish_reportctl_using_subcommand queue; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l since -d 'Entries since: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l until -d 'Entries before: an age (7d, 12h, 30m) or a date' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l recipient -d 'For this recipient' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l template -d 'For this template' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l batch -d 'Of the batch with this key' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l status -d 'With this outcome' -r -f -a "delivered\t'The mail server (or the folder) took the message'
served\t'Returned by the service'
failed\t'Not delivered'
unknown\t'Perhaps delivered'
bounced\t'Returned by a mail server after delivery'"
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l request -d 'For this request' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l tenant -d 'Of this tenant' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l limit -d 'Only the newest of them, this many' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l json -d 'Print one JSON object per line'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -l csv -d 'Print CSV with a head'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -f -a "import-bounces" -d 'Record messages that came back'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and not __fish_seen_subcommand_from import-bounces help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from import-bounces" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from import-bounces" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from import-bounces" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from import-bounces" -l json -d 'Print the counts as a JSON object'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from import-bounces" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from import-bounces" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from import-bounces" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "import-bounces" -d 'Record messages that came back'
complete -c reportctl -n "__fish_reportctl_using_subcommand log; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -l listen -d 'Address to listen on; port 0 for any free one [env: REPORTCTL_LISTEN] [default: 127.0.0.1:8080]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -l mode -d 'When requests for reports are answered [env: REPORTCTL_MODE] [default: sync]' -r -f -a "sync\t'Once the mail was accepted'
queued\t'At once; a worker does the rest'"
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -l workers -d 'Workers inside the service in queued mode; 0 when `reportctl worker` does the work [env: REPORTCTL_WORKERS] [default: the number of processors]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -l font -d 'Font file, instead of Helvetica; repeated, the first that has a character draws it [env: REPORTCTL_FONTS]' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -l log-format -d 'How the log on standard error looks' -r -f -a "text\t'Lines for people'
json\t'One JSON object on each line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand serve" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -f -a "create" -d 'Make a token and print it, once'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -f -a "list" -d 'List the tokens: id, tenant, name, scopes, state'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -f -a "revoke" -d 'Revoke a token'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and not __fish_seen_subcommand_from create list revoke help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -l tenant -d 'Tenant whose templates and reports it is for [default: the root folder]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -l scope -d 'What it is for, separated by commas: templates:read, templates:write, reports:send, reports:read, reports:render, log:read, metrics:read' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -l name -d 'Name for people; stands in the generation log [default: the tenant]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -l days -d 'Days until it expires [default: it does not]' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -l out -d 'Write the token to a new file that only its owner can read, instead of printing it' -r -F
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from create" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from list" -l tenant -d 'Those of this tenant only' -r
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from list" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from list" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from list" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from list" -l json -d 'Print a JSON array'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from list" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from list" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from list" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from revoke" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from revoke" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from revoke" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from revoke" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from revoke" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from revoke" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "create" -d 'Make a token and print it, once'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "list" -d 'List the tokens: id, tenant, name, scopes, state'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "revoke" -d 'Revoke a token'
complete -c reportctl -n "__fish_reportctl_using_subcommand token; and __fish_seen_subcommand_from help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand doctor" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand doctor" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand doctor" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand doctor" -l json -d 'Print the findings as a JSON array'
complete -c reportctl -n "__fish_reportctl_using_subcommand doctor" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand doctor" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand doctor" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -l template -d 'Shipped template to start with; may be repeated [default: receipt]' -r -f -a "account-statement\t''
certificate\t''
delivery-note\t''
invoice\t''
letter\t''
payslip\t''
price-list\t''
receipt\t''
sales-dashboard\t''
timesheet\t''"
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -l list -d 'List the shipped templates instead'
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand init" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand schema" -l format -d 'What to print' -r -f -a "json-schema\t'JSON Schema, draft 2020-12'
typescript\t'TypeScript declarations'"
complete -c reportctl -n "__fish_reportctl_using_subcommand schema" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand schema" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand schema" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand schema" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand schema" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand schema" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand completions" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -l out-dir -d 'Write a page for every command to this folder instead' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -l templates -d 'Folder that holds the templates [env: REPORTCTL_TEMPLATES] [default: templates]' -r -f -a "(__fish_complete_directories)"
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -l error-format -d 'Format of errors: text, or one JSON object [env: REPORTCTL_ERROR_FORMAT]' -r -f -a "human\t'Lines for people'
json\t'One JSON object on one line'"
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -l color -d 'When to use colours; `auto` respects NO_COLOR' -r -f -a "auto\t'On a terminal, unless NO_COLOR is set'
always\t'Always'
never\t'Never'"
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -s q -l quiet -d 'Print only errors and warnings'
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -s v -l verbose -d 'Say what is done, step by step'
complete -c reportctl -n "__fish_reportctl_using_subcommand man" -s h -l help -d 'Print help (see more with \'--help\')'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "render" -d 'Render a template with data to a PDF file'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "batch" -d 'Make a document for every row of a data file, into a folder, by mail, or both'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "send" -d 'Render a template with data and mail the PDF'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "worker" -d 'Take requests from the queue, make their documents and mail them'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "eval" -d 'Show what a text with expressions gives for some data'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "check" -d 'Check templates without rendering them'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "template" -d 'List and change the stored templates'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "queue" -d 'List and change report requests'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "log" -d 'Show who generated what, when, for whom, and how it ended'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "serve" -d 'Answer requests over HTTP'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "token" -d 'Make, list and revoke the tokens of the service'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "doctor" -d 'Check whether all that the commands need is there and works'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "init" -d 'Start a working folder with a template, data and settings'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "schema" -d 'Print what a template file may hold, as JSON Schema or TypeScript types'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "completions" -d 'Print the completion script of a shell'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "man" -d 'Print the manual page'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and not __fish_seen_subcommand_from render batch send worker eval check template queue log serve token doctor init schema completions man help" -f -a "help" -d 'Print this message or the help of the given subcommand(s)'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "list" -d 'List the stored templates: id and name'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "show" -d 'Print a template as JSON, with its images'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "new" -d 'Store a new template, blank or from a shipped one, with data to try it'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "add" -d 'Store a template file and print its id'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "update" -d 'Replace a stored template by a file'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "remove" -d 'Remove stored templates'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from template" -f -a "fmt" -d 'Lay templates out in canonical form'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from queue" -f -a "list" -d 'List requests, the newest first'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from queue" -f -a "batches" -d 'List batches with counts of their requests, the newest first'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from queue" -f -a "show" -d 'Show a request'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from queue" -f -a "retry" -d 'Send failed requests again'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from queue" -f -a "cancel" -d 'End waiting requests without sending them'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from queue" -f -a "purge" -d 'Delete finished requests; the log keeps what it says of them'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from queue" -f -a "webhooks" -d 'List the calls to `serve.webhook`, the newest first, or make failed ones again'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from log" -f -a "import-bounces" -d 'Record messages that came back'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from token" -f -a "create" -d 'Make a token and print it, once'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from token" -f -a "list" -d 'List the tokens: id, tenant, name, scopes, state'
complete -c reportctl -n "__fish_reportctl_using_subcommand help; and __fish_seen_subcommand_from token" -f -a "revoke" -d 'Revoke a token'
