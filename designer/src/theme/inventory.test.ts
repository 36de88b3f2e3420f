/** Names that stylesheets of hosts rely on: each documented class, state and variable is there. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const src = fileURLToPath(new URL("..", import.meta.url));
const read = (ending: RegExp) =>
  readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => readFileSync(join(src, name), "utf8"))
    .join("\n");
const components = read(/\.tsx?$/);
const styles = read(/\.css$/);

const words = (list: string) => list.trim().split(/\s+/);

const CLASSES = words(`
  designer part sidebar tabs tab tabpanel fieldlist fieldrow rowname sublist muted inspector eyebrow toolbar stack row grid2 callout chip
  chiplist colname box subcard colorgrid iconpick checkline labeled input select textarea color-input btn iconbtn linkbtn addlink badge card
  modal disclosure locked palette swatches swatch popover menuitem menu suggest formula fx filter-group hint meta error warn warnicon
  grouplabel sectionhead code list icon micon canvas page band grid-overlay marquee field ruler zoombar section chart fieldtable table kpi
  cell-input cell-text imagefield image-placeholder preview`);

const STATES = words(`
  selected locked wrongmode editing active dragging absent added collapsed banded draggable focused on mono variant size tone band legend
  role joiner dir fill zone major part section`);

const VARIABLES = words(`
  surface surface-field surface-sunken surface-muted surface-muted-2 surface-hover surface-hover-soft surface-active overlay
  border border-alt border-strong border-strong-2 swatch-ring
  text-strong text text-field text-muted text-label text-faint text-disabled text-disabled-2 text-ghost text-placeholder text-hover
  text-hover-strong text-on-accent
  accent accent-solid accent-solid-hover accent-hover accent-border accent-border-soft accent-border-hover accent-border-solid accent-soft
  accent-soft-hover accent-soft-strong accent-text-hover accent-ring accent-ring-visible ring-offset
  danger danger-hover danger-text danger-text-hover danger-soft danger-border danger-ring warn-text warn-text-2
  section section-text section-text-strong section-text-soft section-border section-border-hover section-border-strong section-soft
  section-soft-2 section-soft-3 section-hover section-hover-2
  canvas-page canvas-ink canvas-border canvas-text canvas-band canvas-guide canvas-dim field-outline selection selection-ring locked
  ruler-bg ruler-tick ruler-label zoombar-bg zoombar-hover zoombar-active
  callout-sky callout-sky-solid callout-sky-border callout-sky-border-solid
  space-0 space-0-5 space-1 space-1-5 space-2 space-2-5 space-3 space-3-5 space-4 space-5
  font-size-micro font-size-tiny font-size-small font-size-body font-size-md font-size-lg
  line-height line-height-body line-height-md line-height-lg line-height-tight tracking-wide font-sans font-mono font-serif
  radius-sm radius-md radius-lg radius-xl radius-full
  shadow-sm shadow-md shadow-lg shadow-2xl shadow-page shadow-page-preview z-dropdown z-canvas-overlay z-modal`);

describe("the stylesheet's contract", () => {
  it.each(CLASSES)("some element has the class jpd-%s", (name) => {
    expect(components).toMatch(new RegExp(`["\`' ]jpd-${name}["\`' ]`));
  });

  it.each(STATES)("some element has the state data-%s", (name) => {
    expect(components).toMatch(new RegExp(`\\bdata-${name}(=\\{|=?"|":|[ \\n>])`));
  });

  it.each(VARIABLES)("--jpd-%s has a value and an effect", (name) => {
    expect(styles).toMatch(new RegExp(`^\\s*--jpd-${name}:`, "m"));
    expect(styles + components).toMatch(new RegExp(`var\\(--jpd-${name}[),]`));
  });

  it("states are no classes, and every rule is in the layer", () => {
    const outside = styles.replace(/\/\*[\s\S]*?\*\//g, "").split("\n").filter((line) => /^[.:[a-z#*]/.test(line) && !line.startsWith("@"));
    // What stands at the beginning of a line is not inside `@layer json-pdf-designer { … }`; the application has a sheet of its own.
    const application = readFileSync(join(src, "app/app.css"), "utf8").split("\n");
    expect(outside.filter((line) => !application.includes(line))).toEqual([]);
  });

  it("has a dark theme that sets colours alone", () => {
    // The tests with axe rely on this: they run the rules about colours in the dark theme, all others in the light one.
    const rules = [...styles.matchAll(/([^{}]*)\{([^{}]*)\}/g)].filter(([, selector]) => /\.dark\b|data-jpd-theme=["']?dark/.test(selector!));
    expect(rules.length).toBeGreaterThan(0);
    const declarations = rules.flatMap(([, , body]) => body!.replace(/\/\*[^]*?\*\//g, "").split(";").map((own) => own.trim()).filter(Boolean));
    expect(declarations.length).toBeGreaterThan(40);
    const colour = /^(color-scheme: dark|--jpd-[\w-]+: (#[0-9a-f]{3,8}|(oklch|rgb|color-mix)\([^]*\)|var\(--jpd-[\w-]+\)|transparent))$/i;
    expect(declarations.filter((own) => !colour.test(own) && !/^--jpd-shadow-/.test(own))).toEqual([]);
  });
});
