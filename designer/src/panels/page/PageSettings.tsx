import { useRef, useState } from "react";
import { matchPreset, orientationOf, PAGE_SIZE_PRESETS } from "../../core/page";
import type { Orientation } from "../../core/types";
import { useDesignerActions, useDesignerConfig, useDesignerData, useDesignerPage, useDesignerUi } from "../../editor/hooks";
import type { DesignerPageSettingsProps } from "../../editor/types";
import { useT } from "../../i18n";
import { LibraryButton } from "../../library/LibraryButton";
import { referencedName } from "../../library/names";
import { useLibrary, usePicture } from "../../library/useLibrary";
import { cx } from "../../ui/cx";
import { FileButton } from "../../ui/FileButton";
import { IconUpload } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import { Advanced } from "../properties/Advanced";
import { NO_COLORS, ThemeColorsContext } from "../properties/ColorControl";
import { NumberControl } from "../properties/controls";
import { documentProperties, pageProperties, pageProperty, type Property } from "../properties/description";
import { useExtensions } from "../properties/extensions";
import { PropertyField } from "../properties/PropertyField";
import { useDocumentTarget } from "../properties/target";
import { Group } from "../properties/PropertyPanel";
import { PropertyRow } from "../properties/PropertyRow";
import { useIsOnActiveTab } from "../../editor/parts/active-tab";
import { useFocusRequests } from "../focus-requests";
import { Checklist } from "./Checklist";
import { fittingBand, zoneChanges } from "./zones";

const BANDS = ["headerHeight", "footerHeight", "marginLeft", "marginRight"] as const;

/** Size, bands and background of the page. */
export function DesignerPageSettings({ className, style, whenTab }: DesignerPageSettingsProps) {
  const t = useT();
  const shown = useIsOnActiveTab(whenTab);
  const actions = useDesignerActions();
  const { design, index, pages, multiple } = useDesignerPage();
  const { isolateBands, backgroundUploadError } = useDesignerUi();
  const { permissions, readOnly } = useDesignerConfig();
  const { Select, Button, Input } = useUiComponents();
  const root = useRef<HTMLDivElement>(null);
  const page = useDocumentTarget("page");
  const { template } = useDesignerData();
  const { on } = useExtensions();
  const background = design.backgroundImage ?? "";
  const picture = usePicture(useLibrary(), background);
  const file = referencedName(background);
  useFocusRequests(root);
  if (!shown) return null;
  const disabled = readOnly || !permissions.page;
  const preset = matchPreset(design.page);
  const size = pageProperty("page");
  const sides = (size.properties ?? []).filter(({ key }) => key === "width" || key === "height");
  const ofSize = (size.properties ?? []).filter((property) => !sides.includes(property) && (on || page.read(`page/${property.key}`).present));
  const ownPage = pages[index];

  return (
    <ThemeColorsContext.Provider value={template.theme?.colors ?? NO_COLORS}>
    <div ref={root} className={cx("jpd-stack jpd-panel", className)} style={style} data-part="page-settings">
      <h2 className="jpd-sronly">{t.tabBar.page}</h2>
      {multiple && ownPage && (
        <Group title={t.pageExtra.name}>
          <Input
            key={ownPage.id + ownPage.name}
            data-property="name"
            aria-label={t.pageExtra.name}
            defaultValue={ownPage.name}
            disabled={disabled}
            onBlur={(event) => event.target.value !== ownPage.name && actions.renamePage(index, event.target.value)}
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
          <Button variant="outline" disabled={disabled} onClick={() => actions.copyPageSettings()}>
            {t.pageExtra.copyToOthers}
          </Button>
        </Group>
      )}
      <ThemeColors disabled={disabled} />
      <Group title={t.groups.paper}>
        <div className="jpd-prop__parts" data-property="page">
          <Select
            label={t.pageSettings.pageSize}
            value={preset?.name ?? ""}
            disabled={disabled}
            onChange={(event) => event.target.value !== "" && actions.setPagePreset(event.target.value)}
          >
            {!preset && <option value="">{t.pageSettings.customSize}</option>}
            {PAGE_SIZE_PRESETS.map(({ name }) => (
              <option key={name} value={name}>
                {t.pageSizeLabels[name]}
              </option>
            ))}
          </Select>
          <Select
            label={t.pageSettings.orientation}
            value={orientationOf(design.page)}
            disabled={disabled}
            onChange={(event) => actions.setPageOrientation(event.target.value as Orientation)}
          >
            <option value="portrait">{t.pageSettings.portrait}</option>
            <option value="landscape">{t.pageSettings.landscape}</option>
          </Select>
          {sides.map((property) => (
            <PropertyRow key={property.key} property={property} path={`page/${property.key}`} label={t.properties[property.key as "width"]} differs={false}>
              {({ id }) => (
                <NumberControl
                  id={id}
                  label={t.properties[property.key as "width"]}
                  property={property}
                  value={design.page[property.key as "width"]}
                  disabled={disabled}
                  step={1}
                  onChange={(value) => {
                    const next = { ...design.page, [property.key]: value };
                    actions.setPageSize(next.width, next.height);
                  }}
                />
              )}
            </PropertyRow>
          ))}
          {ofSize.map((property) => (
            <PropertyField key={property.key} property={property} target={page} path={`page/${property.key}`} disabled={disabled} />
          ))}
        </div>
      </Group>
      <Group title={t.groups.bands}>
        <div className="jpd-prop__parts">
          {BANDS.map((band) => (
            <Band key={`${index} ${band}`} band={band} property={pageProperty(band)} disabled={disabled} />
          ))}
        </div>
        <Button
          variant="outline"
          aria-pressed={isolateBands}
          title={t.pageSettings.isolateTitle}
          onClick={() => actions.toggleIsolateBands()}
        >
          {isolateBands ? t.pageSettings.isolateOn : t.pageSettings.isolateOff}
        </Button>
      </Group>
      <Group title={t.groups.background}>
        <div data-property="backgroundImage" className="jpd-stack">
          {design.backgroundImage && (
            <div className="jpd-imagewell" data-fill>
              {picture === null ? <span className="jpd-hint">{file ?? t.pageExtra.backgroundAlt}</span> : <img src={picture} alt={t.pageExtra.backgroundAlt} />}
            </div>
          )}
          {file !== null && <p className="jpd-hint">{t.library.fileOf(file)}</p>}
          <div className="jpd-row jpd-row--wrap">
            <FileButton
              label={t.pageSettings.backgroundUpload}
              accept="image/png,image/jpeg"
              icon={<IconUpload />}
              disabled={disabled}
              onFile={(_, target) => void actions.handleBackgroundUpload({ target })}
            />
            <LibraryButton
              kind="picture"
              label={t.groups.background}
              value={design.backgroundImage}
              disabled={disabled}
              onChoose={(reference) => page.write("backgroundImage", reference, true)}
            />
            {design.backgroundImage && (
              <button type="button" className="jpd-linkbtn" disabled={disabled} onClick={() => actions.setBackgroundImage(undefined)}>
                {t.pageSettings.removeBackground}
              </button>
            )}
          </div>
          {backgroundUploadError !== null && (
            <p className="jpd-error" role="alert">
              {backgroundUploadError}
            </p>
          )}
        </div>
      </Group>
      <DocumentSettings disabled={disabled} />
    </div>
    </ThemeColorsContext.Provider>
  );
}

/** Colours that the rest of the template names. They stand first: most people want the template in their own colours. */
function ThemeColors({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { on } = useExtensions();
  const target = useDocumentTarget("template");
  const colors = documentProperties.find(({ key }) => key === "theme")?.properties?.find(({ key }) => key === "colors");
  if (!colors || !(on || target.read("theme").present)) return null;
  return (
    <Group title={t.groups.colors}>
      <p className="jpd-hint">{t.panel.themeColorsHint}</p>
      <div data-property="theme">
        {/* A colour that named itself would be none. */}
        <ThemeColorsContext.Provider value={NO_COLORS}>
          <PropertyField property={colors} target={target} path="theme/colors" disabled={disabled} />
        </ThemeColorsContext.Provider>
      </div>
    </Group>
  );
}

/** Common properties of templates. */
const OFTEN = ["locale", "styles", "fonts"];

/** The rest, by subject: of the page, then of the whole template. */
const SUBJECTS = [
  ["letterhead", ["backgroundPdf", "backgroundPdfPages"]],
  ["firstLast", ["firstPage", "lastPage"]],
  ["printing", ["blankPages", "duplex", "restartNumbering", "pageNumberStart", "minDpi"]],
  ["region", ["localeFrom", "currency", "timeZone", "direction", "texts"]],
  ["rules", ["arithmetic", "defs", "require"]],
  ["pdfFile", ["pdf"]],
] as const;

/** Properties of the page and of the whole template: the switch of the extensions, and those that they add. */
function DocumentSettings({ disabled }: { disabled: boolean }) {
  const t = useT();
  const { on, set } = useExtensions();
  const { Checkbox } = useUiComponents();
  const page = useDocumentTarget("page");
  const template = useDocumentTarget("template");
  const ofPage = pageProperties.filter((property) => property.extension);
  const all: [property: Property, target: typeof page][] = [...ofPage.map((property): [Property, typeof page] => [property, page]), ...documentProperties.filter(({ key }) => key !== "theme").map((property): [Property, typeof page] => [property, template])];
  const shown = all.filter(([property, target]) => on || target.read(property.key).present);
  const rows = (keys: readonly string[]) =>
    shown.filter(([{ key }]) => keys.includes(key)).map(([property, target]) => <PropertyField key={property.key} property={property} target={target} disabled={disabled} />);
  const placed = new Set<string>([...OFTEN, ...SUBJECTS.flatMap(([, keys]) => keys)]);
  const subjects: readonly (readonly [keyof typeof t.groups, readonly string[]])[] = [...SUBJECTS, ["further", shown.map(([{ key }]) => key).filter((key) => !placed.has(key))]];
  const groups = subjects.flatMap(([key, keys]) => {
    const properties = keys.filter((own) => shown.some(([property]) => property.key === own));
    return properties.length > 0 ? [{ key, title: t.groups[key], properties, children: rows(properties) }] : [];
  });
  return (
    <>
      <Group title={t.groups.document}>
        <div data-property="extensions">
          <Checkbox label={t.extensionsPanel.label} checked={on} disabled={disabled} onChange={(event) => set(event.target.checked)} />
          <p className="jpd-hint">{on ? t.extensionsPanel.readers : t.extensionsPanel.what}</p>
        </div>
        {rows(OFTEN)}
      </Group>
      <Checklist disabled={disabled} />
      <Advanced id="page" groups={groups} isSet={(key) => shown.some(([property, target]) => property.key === key && target.read(key).present)} />
    </>
  );
}

/** The size of a band. Fields that it would take in or let go are named before it happens. */
function Band({ band, property, disabled }: { band: (typeof BANDS)[number]; property: Property; disabled: boolean }) {
  const t = useT();
  const actions = useDesignerActions();
  const { design } = useDesignerPage();
  const { Button } = useUiComponents();
  const [asking, setAsking] = useState<number | null>(null);
  const label = t.properties[band];
  const value = design[band];
  const limit = band === "headerHeight" || band === "footerHeight" ? design.page.height : design.page.width;
  const affected = asking === null ? [] : zoneChanges(design, { [band]: asking });
  const fit = fittingBand(design, band);

  const propose = (next: number) => {
    if (zoneChanges(design, { [band]: next }).length === 0) {
      setAsking(null);
      actions.updatePageBand({ [band]: next });
    } else setAsking(next);
  };
  return (
    <PropertyRow
      property={property}
      path={band}
      label={label}
      differs={false}
      onReset={value === undefined || value === 0 || disabled ? undefined : () => propose(0)}
      below={
        <>
          {fit !== null && fit !== (value ?? 0) && asking === null && (
            <button type="button" className="jpd-linkbtn" data-aside disabled={disabled} onClick={() => propose(fit)}>
              {t.pageExtra.fitHeader}
            </button>
          )}
          {asking !== null && affected.length > 0 && (
            <div className="jpd-callout" role="alert">
              <p>
                {t.pageExtra.zoneChange(affected.length)}: {affected.map(({ name }) => name).join(", ")}
              </p>
              <div className="jpd-row">
                <Button
                  onClick={() => {
                    actions.updatePageBand({ [band]: asking });
                    setAsking(null);
                  }}
                >
                  {t.pageExtra.apply}
                </Button>
                <Button variant="outline" onClick={() => setAsking(null)}>
                  {t.fieldsPanel.cancel}
                </Button>
              </div>
            </div>
          )}
        </>
      }
    >
      {({ id }) => (
        <NumberControl
          id={id}
          label={label}
          property={{ ...property, maximum: limit }}
          value={asking ?? value}
          disabled={disabled}
          onChange={propose}
        />
      )}
    </PropertyRow>
  );
}
