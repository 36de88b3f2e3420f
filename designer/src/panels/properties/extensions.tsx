/** The extensions of the format: one switch of the template, without which their properties have no effect. */
import { useMemo } from "react";
import { isExtended } from "../../core/fields";
import { useDesignerActions, useDesignerConfig, useDesignerData } from "../../editor/hooks";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import type { Property } from "./description";

export interface Extensions {
  /** True if the template uses them. */
  on: boolean;
  disabled: boolean;
  set: (on: boolean) => void;
}

export function useExtensions(): Extensions {
  const { template } = useDesignerData();
  const { permissions, readOnly } = useDesignerConfig();
  const actions = useDesignerActions();
  const t = useT();
  const on = isExtended(template);
  const disabled = readOnly || !permissions.page;
  return useMemo(
    () => ({
      on,
      disabled,
      set(next) {
        const label = { kind: "custom" as const, name: next ? t.extensionsPanel.stepOn : t.extensionsPanel.stepOff };
        actions.change(label, (pair) => {
          const { extensions: _, ...rest } = pair.template;
          return { ...pair, template: next ? withExtensions(pair.template) : rest };
        });
      },
    }),
    [on, disabled, actions, t],
  );
}

/** The key stands behind the version, so that the difference is one line at the top of the file. */
export function withExtensions<T extends object>(template: T): T {
  const entries = Object.entries(template).filter(([key]) => key !== "extensions");
  const at = entries.findIndex(([key]) => key === "version") + 1;
  return Object.fromEntries(entries.toSpliced(at, 0, ["extensions", 1])) as T;
}

/** Returns true if a property is shown: in templates without extensions only those of them that are there, as a remnant to remove. */
export function shownProperty(property: Property, on: boolean, value: unknown): boolean {
  return on || property.extension !== true || (value ?? undefined) !== undefined;
}

/** The names to choose from: in templates without extensions only those of them that are in use. */
export function shownChoices({ choices = [], extensionChoices = [] }: Pick<Property, "choices" | "extensionChoices">, on: boolean, value: string): readonly string[] {
  return on ? choices : choices.filter((choice) => choice === value || !extensionChoices.includes(choice));
}

/** Says which properties the extensions would add here, and turns them on. */
export function ExtensionsOffer({ names }: { names: readonly string[] }) {
  const t = useT();
  const { on, disabled, set } = useExtensions();
  const { Button } = useUiComponents();
  if (on || names.length === 0) return null;
  const texts = t.extensionsPanel;
  return (
    <div className="jpd-callout jpd-extensions" role="note">
      <p>{texts.offer(names.length, names.slice(0, 4).join(", "))}</p>
      <Button variant="outline" disabled={disabled} onClick={() => set(true)}>
        {texts.turnOn}
      </Button>
      <p className="jpd-hint">{texts.readers}</p>
    </div>
  );
}
