//! The tables of `docs/settings.md`, made from the declarations.

use std::fmt::Write as _;

use super::env::OTHERS;
use super::setting::GROUP;
use super::{Setting, settings};

/// All settings and environment variables, in Markdown.
pub fn markdown() -> String {
    let mut text = String::new();
    let table = settings();
    section(&mut text, "General", table.iter().filter(|setting| group(setting).is_empty()));
    for heading in table.iter().filter(|setting| setting.expected == GROUP) {
        let name = heading.name.unwrap_or_default();
        let title =
            format!("`{name}`: {}", lower_first(heading.meaning.trim().trim_end_matches('.')));
        section(&mut text, &title, table.iter().filter(|setting| group(setting) == name));
    }
    text.push_str("## Only in the environment\n\n");
    text.push_str("| variable | flag | meaning |\n| --- | --- | --- |\n");
    for setting in table.iter().filter(|setting| setting.name.is_none()) {
        let variable = setting.variable.unwrap_or_default();
        let _ = writeln!(text, "| `{variable}` | | {} |", setting.meaning.trim());
    }
    for variable in OTHERS {
        let flag = code(variable.flag);
        let _ = writeln!(text, "| `{}` |{flag} | {} |", variable.name, variable.meaning);
    }
    text
}

/// Sources of settings that commands have flags for: a line each, in columns.
pub fn flags() -> String {
    let table = settings();
    let lines = table.iter().filter(|setting| setting.flag.is_some() && setting.name.is_some());
    let lines = lines.map(|setting| {
        let [flag, variable, name] = [setting.flag, setting.variable, setting.name];
        let [flag, variable, name] = [flag, variable, name].map(Option::unwrap_or_default);
        format!("  {flag:<18}  {variable:<26}  {name}")
    });
    let others = OTHERS
        .iter()
        .filter_map(|variable| Some(format!("  {:<18}  {}", variable.flag?, variable.name)));
    lines.chain(others).collect::<Vec<_>>().join("\n")
}

fn section<'a>(text: &mut String, title: &str, settings: impl Iterator<Item = &'a Setting>) {
    let _ = writeln!(text, "## {title}\n");
    text.push_str("| setting | must be | default | flag, variable | meaning |\n");
    text.push_str("| --- | --- | --- | --- | --- |\n");
    for setting in settings.filter(|setting| setting.expected != GROUP) {
        let Some(name) = setting.name else { continue };
        let ways = [setting.flag, setting.variable].into_iter().flatten();
        let ways: Vec<String> = ways.map(|way| format!("`{way}`")).collect();
        let ways = if ways.is_empty() { String::new() } else { format!(" {}", ways.join(", ")) };
        let Setting { expected, default, meaning, .. } = setting;
        let _ =
            writeln!(text, "| `{name}` | {expected} | {default} |{ways} | {} |", meaning.trim());
    }
    text.push('\n');
}

/// The group that a setting is in; the top when empty.
fn group(setting: &Setting) -> &'static str {
    let name = setting.name.unwrap_or_default();
    name.rsplit_once('.').map_or("", |(group, _)| group)
}

fn code(text: Option<&str>) -> String {
    text.map(|text| format!(" `{text}`")).unwrap_or_default()
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().chain(chars).collect()).unwrap_or_default()
}
