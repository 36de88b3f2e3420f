/** The names of the data that a text may have at the caret, with their values. */
import { useT } from "../../i18n";
import { plainName, type Scope, type ScopeName } from "../../panels/formula/scope";
import { inQuotes } from "../../panels/formula/tokens";

const WORD = /[\p{L}\p{N}_$.[\]"'-]*$/u;
const MOST = 50;

export interface Offer {
  /** The part of the text that a name takes the place of. */
  from: number;
  to: number;
  /** True if the closing brace is missing. */
  open: boolean;
  /** True if the name will be the whole expression. */
  whole: boolean;
  names: readonly ScopeName[];
}

/**
 * Names for the place of the caret, and totals where an expression begins; `null` outside braces. `plain`: a name as people read it,
 * by which it is found too.
 */
export function offerAt(text: string, caret: number, scope: Scope | null, totals: () => readonly ScopeName[] = () => [], plain = ({ name }: ScopeName) => name): Offer | null {
  const from = text.lastIndexOf("{", caret - 1) + 1;
  const before = text.slice(from, caret);
  if (!scope || from === 0 || caret === 0 || before.includes("}") || inQuotes(text, from, caret)) return null;
  const word = WORD.exec(before)![0];
  const asked = word.toLowerCase();
  const lists = scope.names.filter(({ node }) => node?.type === "array").map(({ name }) => name);
  const inCall = before.includes("(");
  const fits = (own: ScopeName) => {
    const { name, node } = own;
    // An object prints nothing of use; its values are offered.
    if (node?.type === "object" || !`${name}\n${plain(own)}`.toLowerCase().includes(asked) || name === word) return false;
    // A list, and what its items hold, is for functions such as sums.
    return inCall || !lists.some((list) => name === list || name.startsWith(`${list}.`) || name.startsWith(`${list}[`));
  };
  const starting = ({ name }: ScopeName) => (name.toLowerCase().startsWith(asked) ? 0 : 1);
  const isFirst = before.trim() === word;
  const sums = isFirst ? totals().filter(({ name, sample }) => name.toLowerCase().includes(asked) || sample.toLowerCase().includes(asked)) : [];
  const fitting = scope.names.filter(fits).sort((a, b) => starting(a) - starting(b));
  // Names of the format follow those of the data, however many those are.
  const reserved = fitting.filter((own) => own.reserved);
  const names = [...fitting.filter((own) => !own.reserved).slice(0, MOST - reserved.length), ...reserved, ...sums].slice(0, MOST);
  if (names.length === 0) return null;
  const rest = text.slice(caret);
  const open = /[{}]/.exec(rest)?.[0] !== "}";
  return { from: caret - word.length, to: caret, open, whole: isFirst && (open || /^\s*\}/.test(rest)), names };
}

/** The name that is written whole between an opening brace and the caret, as the only thing there; `null` where there is none. */
export function writtenNameAt(text: string, caret: number, scope: Scope | null): { from: number; name: ScopeName } | null {
  const from = text.lastIndexOf("{", caret - 1) + 1;
  if (from === 0 || caret === 0) return null;
  const written = text.slice(from, caret).trim();
  const name = scope?.names.find((own) => own.name === written);
  return name ? { from, name } : null;
}

interface Props {
  id: string;
  label: string;
  offer: Offer;
  active: number;
  onChoose: (name: ScopeName) => void;
}

export function FieldNames({ id, label, offer, active, onChoose }: Props) {
  const t = useT();
  return (
    <ul className="jpd-popover jpd-menu jpd-names" id={id} role="listbox" aria-label={label}>
      {offer.names.map((name, index) => (
        <li
          key={name.name}
          id={`${id}-${index}`}
          ref={index === active ? (element) => element?.scrollIntoView?.({ block: "nearest" }) : undefined}
          className="jpd-menuitem"
          role="option"
          aria-selected={index === active}
          data-active={index === active || undefined}
          onClick={() => onChoose(name)}
        >
          <span>{plainName(name, t)}</span>
          <span className="jpd-names__value">{name.sample}</span>
        </li>
      ))}
    </ul>
  );
}
