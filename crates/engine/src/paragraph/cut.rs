//! Cutting a line with `…` (spec 20.1.3).

use std::ops::Range;

use super::compose::{Composer, Fault, Measure, ParagraphBreaker, trimmed};
use super::lines::Lines;
use super::measure::Rich;

const ELLIPSIS: &str = "…";

impl Composer<'_> {
    /// Adds the rest of a paragraph as one line that ends with `…`: the longest beginning that
    /// fits, at least one cluster, without blanks before the `…`.
    pub(super) fn cut(
        &mut self,
        rich: Rich<'_>,
        paragraph: &Range<usize>,
        start: usize,
        measure: &Measure,
        out: &mut Lines,
    ) -> Result<(), Fault> {
        self.widths.measure(rich, paragraph.clone(), &mut self.setters)?;
        let line = ParagraphBreaker { rich, range: paragraph.clone(), measure };
        let begin = start - paragraph.start;
        let length = line.text().len();
        if begin < length {
            self.collect_ends(&line, begin, length, 0.0);
        } else {
            self.ends.clear();
            self.ends.push(begin);
        }
        let ends = std::mem::take(&mut self.ends);
        let fits = |end: &&usize| measure.fits(self.widths.between(begin, **end));
        let guess = ends.iter().take_while(fits).count();
        let fitting = self.settle(&line, begin, &ends, guess.saturating_sub(2), ELLIPSIS);
        let end = fitting.map(|fitting| ends[fitting.max(1) - 1]);
        self.ends = ends;
        let end = trimmed(line.text(), begin, end?);
        let range = start..paragraph.start + end;
        let width = self.widths.set(rich, range.clone(), ELLIPSIS, &mut self.setters)?;
        out.push(start, rich.texts(range.clone()), false, measure.points(width), true);
        self.order_line(rich, paragraph.start, range, out);
        out.append(ELLIPSIS);
        Ok(())
    }
}
