/** The first rows of a spreadsheet that was read, as its user knows them. */
import { useT } from "../../../i18n";
import { columnNames, type Row } from "./match";

/** Rows that are shown: enough to know the sheet again. */
const SHOWN = 6;

export function SheetTable({ items }: { items: readonly Row[] }) {
  const t = useT().rows;
  const columns = columnNames(items);
  return (
    <figure className="jpd-sheettable">
      {/* A box that scrolls can be reached by keys. */}
      <div className="jpd-sheettable__box" role="region" aria-label={t.sheet} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {items.slice(0, SHOWN).map((item, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column} data-number={typeof item[column] === "number" || undefined}>
                    {cellText(item[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <figcaption className="jpd-hint">{t.size(items.length, columns.length, Math.max(0, items.length - SHOWN))}</figcaption>
    </figure>
  );
}

const cellText = (value: unknown): string => (value === null || value === undefined ? "" : String(value));
