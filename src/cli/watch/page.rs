//! The page: a frame that asks for changes, and what goes into it.

use super::PageDrawings;
use crate::base::printable::html;
use engine::problem::{Problem, Severity};

/// The frame. All content stays in one document, so that the browser keeps its place.
pub(super) const FRAME: &str = r#"<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>reportctl watch</title>
<meta name="viewport" content="width=device-width">
<style>
:root { color-scheme: light dark; font: 14px/20px system-ui, sans-serif; background: #8884 }
/* The script keeps the place, in browsers that do not do so as well. */
html { overflow-anchor: none }
body { margin: 0 }
#problems { position: sticky; top: 0; z-index: 1; margin: 0; padding: 0; list-style: none; max-height: 35vh; overflow: auto }
#problems li { padding: 6px 16px; background: #fff3cd; color: #332701; border-bottom: 1px solid #0002 }
#problems li.error { background: #f8d7da; color: #2c0b0e }
#pages svg { display: block; margin: 1rem auto; max-width: calc(100% - 2rem); height: auto; background: #fff; box-shadow: 0 1px 6px #0004 }
#pages p { text-align: center }
</style>
<ul id="problems" role="status"></ul>
<main id="pages"></main>
<script>
"use strict";
(async () => {
  const problems = document.getElementById("problems"), pages = document.getElementById("pages");
  // The part in sight stays in place when lines appear above it or pages are exchanged.
  const keepPlace = (change) => {
    const left = scrollX, top = pages.getBoundingClientRect().top, isAtTop = scrollY === 0;
    change();
    if (!isAtTop) scrollTo(left, scrollY + pages.getBoundingClientRect().top - top);
  };
  let version = 0;
  for (;;) {
    let state = { ended: true };
    try {
      const answer = await fetch("/state?after=" + version);
      if (answer.ok) state = await answer.json();
    } catch {
      // It is gone.
    }
    if (state.ended) {
      keepPlace(() => { problems.innerHTML = "<li>reportctl watch has ended</li>"; });
      // Another one at this address begins with the first version again.
      version = 0;
      await new Promise((done) => setTimeout(done, 1000));
      continue;
    }
    version = state.version;
    keepPlace(() => {
      problems.innerHTML = state.problems;
      if (state.pages !== null) pages.innerHTML = state.pages;
    });
  }
})();
</script>
</html>
"#;

/// The pages as they are put in.
pub(super) fn pages(pages: &PageDrawings) -> String {
    let mut out = pages.drawings.concat();
    if pages.count > pages.drawings.len() {
        out.push_str(&format!("<p>{} of {} pages</p>", pages.drawings.len(), pages.count));
    }
    out
}

/// The problems, as items of a list.
pub(super) fn problems(problems: &[Problem]) -> String {
    let item = |problem: &Problem| {
        let class = if problem.severity == Severity::Error { " class=\"error\"" } else { "" };
        let field = problem.field.as_ref().map(|field| format!("{field}: ")).unwrap_or_default();
        let advice =
            problem.advice.as_ref().map(|advice| format!(" ({advice})")).unwrap_or_default();
        let text = format!("{field}{}{advice}", problem.message);
        format!("<li{class}>{}</li>", html(&text))
    };
    problems.iter().map(item).collect()
}
