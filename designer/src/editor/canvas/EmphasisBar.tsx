/** Buttons above a text that is being written: emphasis and lists. */
import type { ComponentType } from "react";
import { useT } from "../../i18n";
import { IconBold, IconBullets, IconItalic, IconNumbers, type IconProps } from "../../ui/icons";

export type Emphasis = "bold" | "italic" | "bullets" | "numbers";

const ICONS: Record<Emphasis, ComponentType<IconProps>> = { bold: IconBold, italic: IconItalic, bullets: IconBullets, numbers: IconNumbers };
const KEYS: Partial<Record<Emphasis, string>> = { bold: "Ctrl+B", italic: "Ctrl+I" };

export interface EmphasisBarProps {
  onPress: (emphasis: Emphasis) => void;
  /** Path of the value that is all of the text. */
  source?: string | null;
  /** Opens the sample data at that value, where it can be changed. */
  onFillIn?: (() => void) | undefined;
}

export function EmphasisBar({ onPress, source = null, onFillIn }: EmphasisBarProps) {
  const t = useT();
  return (
    // The text keeps the focus, and what is selected in it.
    <div className="jpd-writing__bar" role="toolbar" aria-label={t.emphasis.label} onMouseDown={(event) => event.preventDefault()}>
      {(Object.keys(ICONS) as Emphasis[]).map((emphasis) => {
        const Icon = ICONS[emphasis];
        const key = KEYS[emphasis];
        return (
          <button key={emphasis} type="button" className="jpd-iconbtn" aria-label={t.emphasis[emphasis]} title={key ? `${t.emphasis[emphasis]} (${key})` : t.emphasis[emphasis]} onClick={() => onPress(emphasis)}>
            <Icon />
          </button>
        );
      })}
      {source !== null && (
        <span className="jpd-writing__source">
          {t.emphasis.fromData(source)}{" "}
          {onFillIn && (
            <button type="button" className="jpd-linkbtn" aria-haspopup="dialog" onClick={onFillIn}>
              {t.dataForm.fill}
            </button>
          )}
        </span>
      )}
    </div>
  );
}
