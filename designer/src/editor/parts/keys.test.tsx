// @vitest-environment jsdom
import { cleanup } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { dictFor, I18nProvider, loadDict } from "../../i18n";
import { DesignerCommandBar } from "../index";
import { bench, template } from "../testing";
import { keyLabel } from "./commands";
import { HelpDialog } from "./HelpDialog";

afterEach(cleanup);

it("keys have the names of the language, on a Mac their symbols", async () => {
  const de = await loadDict("de");
  expect(["Ctrl+Shift+Z", "Del", "Alt+Enter", "Shift", "F6", "Ctrl++", "T B I", "Alt+Click"].map((keys) => keyLabel(keys, de, false))).toEqual([
    "Strg+Umschalt+Z",
    "Entf",
    "Alt+Eingabe",
    "Umschalt",
    "F6",
    "Strg++",
    "T B I",
    "Alt+Klick",
  ]);
  expect(["Ctrl+Shift+Z", "Shift", "Del"].map((keys) => keyLabel(keys, de, true))).toEqual(["⌘⇧Z", "⇧", "Entf"]);
  expect(keyLabel("Ctrl+Shift+Del", dictFor("en"), false)).toBe("Ctrl+Shift+Del");
});

it("the list of keys is in the language of the editor, and so is the button for commands", async () => {
  const de = await loadDict("de");
  const designer = bench(template([]), [], {}, <I18nProvider locale="de"><DesignerCommandBar /><HelpDialog /></I18nProvider>);
  designer.run(({ ui }) => ui.setHelpOpen(true));
  expect(document.querySelector(".jpd-commandbar__search kbd")?.textContent).toBe("Strg+K");
  // The designer around it has the dialog in its own language.
  const dialog = [...document.querySelectorAll("[role=dialog]")].find(({ textContent }) => textContent?.includes(de.editor.helpTitle));
  const keys = [...dialog!.querySelectorAll("kbd")].map(({ textContent }) => textContent);
  expect(keys).toEqual(expect.arrayContaining(["Strg+K", "Strg+Umschalt+Z", "Entf", "Leertaste", "Umschalt+Tab"]));
  expect(keys.filter((key) => /Ctrl|Shift|Del|Enter|Space|Click/.test(key))).toEqual([]);
});
