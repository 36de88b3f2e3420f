//! Repetitions of a section side by side (spec 20.7.4): labels, cards.

use super::SectionMembers;
use crate::format::ColumnFill;
use crate::layout::Resolver;
use crate::layout::cursor::Cursor;
use crate::layout::cursor::attempt::Placed;
use crate::resolve::ItemScope;
use crate::resolve::section::Repeated;
use crate::template::field::Columns;

/// Places repetitions in rows; each row is as high as its highest.
pub(in crate::layout) fn place<'s, 'a>(
    part: &SectionMembers<'_, 'a>,
    columns: &Columns,
    repeated: &Repeated<'s>,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    match columns.fill {
        ColumnFill::Across => {
            for start in (0..repeated.len()).step_by(columns.count) {
                let row: Vec<usize> = (start..repeated.len().min(start + columns.count)).collect();
                put_row(part, columns, &row, repeated, seen, cursor, resolver)?;
            }
            Ok(())
        }
        ColumnFill::Down => down(part, columns, repeated, seen, cursor, resolver),
    }
}

/// Fills one column after the other on each page; the columns of the last page are equally long.
fn down<'s, 'a>(
    part: &SectionMembers<'_, 'a>,
    columns: &Columns,
    repeated: &Repeated<'s>,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    // Height of the highest repetition from each on: the members of a row are known only when the
    // rows are counted, and so many rows fit for certain.
    let mut highest = vec![0.0_f64; repeated.len() + 1];
    for index in (0..repeated.len()).rev() {
        resolver.source.env.meter.step()?;
        let item = part.item(repeated, index, seen);
        let height = part.draft(&item, &mut resolver.trial())?.height;
        highest[index] = height.max(highest[index + 1]);
    }
    let mut start = 0;
    while start < repeated.len() {
        let left = repeated.len() - start;
        let all = left.div_ceil(columns.count);
        if highest[start] > cursor.available() && cursor.below_top() {
            cursor.new_page(part.field)?;
        }
        let fitting = rows_in(cursor.available(), highest[start], all);
        let count = left.min(fitting * columns.count);
        for row in 0..fitting.min(count) {
            let row: Vec<usize> =
                (row..count).step_by(fitting).map(|offset| start + offset).collect();
            put_row(part, columns, &row, repeated, seen, cursor, resolver)?;
        }
        start += count;
        if start < repeated.len() {
            cursor.new_page(part.field)?;
        }
    }
    Ok(())
}

/// Number of rows of a height that fit: at least one, and at most `most`.
fn rows_in(available: f64, height: f64, most: usize) -> usize {
    let fitting = if height > 0.0 { (available / height).floor().max(0.0) as usize } else { most };
    fitting.clamp(1, most.max(1))
}

fn put_row<'s, 'a>(
    part: &SectionMembers<'_, 'a>,
    columns: &Columns,
    row: &[usize],
    repeated: &Repeated<'s>,
    seen: &ItemScope<'s>,
    cursor: &mut Cursor<'_, 'a>,
    resolver: &mut Resolver<'s, 'a>,
) -> Placed {
    let mut drafts = Vec::with_capacity(row.len());
    let mut height = 0.0_f64;
    for &index in row {
        resolver.source.env.meter.step()?;
        let item = part.item(repeated, index, seen);
        let draft = part.draft(&item, resolver)?;
        height = height.max(draft.height);
        drafts.push((index, item, draft));
    }
    if cursor.fit(height, part.field)? {
        resolver.beyond_body(part.field);
    }
    for (column, (index, item, draft)) in drafts.into_iter().enumerate() {
        let (width, left) = columns.place(column, part.field.width);
        part.put(draft, &item, index, Some((left, width)), cursor, resolver)?;
    }
    cursor.y += height;
    Ok(())
}
