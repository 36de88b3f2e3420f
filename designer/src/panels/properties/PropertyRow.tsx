import { useId, type ReactNode } from "react";
import { useLocale, useT } from "../../i18n";
import { IconCircleInfo, IconReset } from "../../ui/icons";
import { focusLabelled } from "../../ui/label-focus";
import type { Property } from "./description";
import { HelpPopover, useHelp } from "./help";
import { describeValue } from "./words";

export interface PropertyRowProps {
  property: Property;
  /** Pointer inside the field, such as `headBorderRadius/topLeft`. */
  path: string;
  label: string;
  /** A rule of the print that surprises. */
  inPrint?: string | undefined;
  differs: boolean;
  /** Given where the key can be removed and is there. */
  onReset?: (() => void) | undefined;
  /** Name of the style whose value this one replaces. */
  replaces?: string | undefined;
  /** Label above the control, for those that need the whole width. */
  wide?: boolean;
  /** The control says the label itself. */
  ownLabel?: boolean;
  /** Messages below the control. */
  below?: ReactNode;
  children: (control: { id: string; labelId: string }) => ReactNode;
}

/**
 * A property: label, control, help, mark and reset. Only the control is a stop of Tab: F1 in it opens the help, which also
 * resets.
 */
export function PropertyRow({ property, path, label, inPrint, differs, onReset, replaces, wide, ownLabel, below, children }: PropertyRowProps) {
  const t = useT();
  const locale = useLocale();
  const id = useId();
  const labelId = `${id}-label`;
  const help = useHelp();
  return (
    <div
      ref={help.anchor}
      className="jpd-prop"
      data-property={path}
      data-wide={wide || undefined}
      data-own-label={ownLabel || undefined}
      data-differs={differs || undefined}
      onKeyDown={help.onKeyDown}
    >
      <div className="jpd-prop__head" {...(!ownLabel && help.hover)}>
        {!ownLabel && (
          <label className="jpd-prop__label" id={labelId} htmlFor={id} onClick={focusLabelled}>
            {label}
          </label>
        )}
        {differs && (
          <span className="jpd-prop__mark">
            <span className="jpd-sronly">{t.control.differs}</span>
          </span>
        )}
        <span className="jpd-prop__aside">
          {onReset && (
            <button
              type="button"
              className="jpd-iconbtn jpd-prop__reset"
              data-aside
              tabIndex={-1}
              aria-label={t.control.reset(label)}
              title={t.control.resetTitle(property.default === undefined ? t.control.unset : describeValue(property, property.default, t, locale))}
              onClick={onReset}
            >
              <IconReset />
            </button>
          )}
          <button type="button" className="jpd-iconbtn jpd-prop__help" data-aside tabIndex={-1} aria-label={t.control.help(label)} onClick={help.open}>
            <IconCircleInfo />
          </button>
        </span>
      </div>
      <div className="jpd-prop__control" {...(ownLabel && !wide && help.hover)}>
        {children({ id, labelId })}
      </div>
      {replaces !== undefined && <StyleNote style={replaces} label={label} onReset={onReset} />}
      {below}
      <HelpPopover help={help} property={property} path={path} label={label} inPrint={inPrint} onReset={onReset} />
    </div>
  );
}

/** The note that a value is not that of the style, and the way back. */
export function StyleNote({ style, label, onReset }: { style: string; label: string; onReset?: (() => void) | undefined }) {
  const t = useT();
  return (
    <p className="jpd-hint jpd-prop__style">
      {t.styles.replaces(style)}{" "}
      {onReset && (
        <button type="button" className="jpd-linkbtn" data-aside aria-label={t.styles.takeBackAria(label, style)} onClick={onReset}>
          {t.styles.takeBack}
        </button>
      )}
    </p>
  );
}
