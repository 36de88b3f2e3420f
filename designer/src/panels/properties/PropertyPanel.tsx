import { useId, useMemo, useRef, type ReactNode } from "react";
import type { Field } from "../../core/types";
import type { DesignerPropertyPanelProps } from "../../editor/types";
import { useDesignerActions, useDesignerBulkEdit, useDesignerConfig, useDesignerData, useDesignerPage, useDesignerSelectedSchema } from "../../editor/hooks";
import { shownName } from "../../editor/operations/names";
import { bindingOf, bindingsByName } from "../../editor/operations/warnings";
import { kindIcon } from "../../editor/parts/kind-icons";
import { useT, type Dict } from "../../i18n";
import { cx } from "../../ui/cx";
import { part } from "../../ui/parts";
import { useUiComponents } from "../../ui/registry";
import { BindingForm } from "../binding/BindingForm";
import { useIsOnActiveTab } from "../../editor/parts/active-tab";
import { useFocusRequests } from "../focus-requests";
import { Advanced, type AdvancedGroup } from "./Advanced";
import { fieldProperties, propertyOf, type Property } from "./description";
import { ChartColors } from "./kinds/ChartColors";
import { DrawingContent } from "./kinds/DrawingContent";
import { ImageContent } from "./kinds/ImageContent";
import { KpiContent, KpiParts } from "./kinds/Kpi";
import { SectionContent } from "./kinds/Section";
import { TableColumns } from "./kinds/TableColumns";
import { TableLooks } from "./kinds/TableStyle";
import { ExtensionsOffer, shownProperty, useExtensions } from "./extensions";
import { COMMON, groupsOf, SHOWN_WITH, type Group as LayoutGroup, type Section } from "./layout";
import { Position } from "./Position";
import { labelOf, PropertyField } from "./PropertyField";
import { PropertyFields } from "./PropertyFields";
import { PropertyRow } from "./PropertyRow";
import { DocumentColorsContext, NO_COLORS, ThemeColorsContext } from "./ColorControl";
import { useDocumentColors, useTarget, type Target } from "./target";

/** Everything about the selected fields: contents and binding in `dados`, looks in `estilo`. */
export function DesignerPropertyPanel({ section = "dados", position = section === "dados", header = true, parts, className, style, whenTab }: DesignerPropertyPanelProps) {
  const t = useT();
  const shown = useIsOnActiveTab(whenTab);
  const target = useTarget();
  const root = useRef<HTMLDivElement>(null);
  useFocusRequests(root);
  const colors = useDocumentColors();
  const { template } = useDesignerData();
  const { permissions, readOnly } = useDesignerConfig();
  if (!shown || target === null) return null;
  const disabled = readOnly || !(section === "estilo" ? permissions.style : permissions.data);
  const place = position && (
    <Group title={t.groups.position}>
      <Position target={target} disabled={readOnly || !permissions.structure} />
    </Group>
  );
  return (
    <ThemeColorsContext.Provider value={template.theme?.colors ?? NO_COLORS}>
    <DocumentColorsContext.Provider value={colors}>
      <div ref={root} className={cx("jpd-sidebar__panel jpd-panel", className)} style={style} data-part="property-panel" data-section={section}>
        {header && <Header target={target} banner={parts?.banner} />}
        {target.kind === null ? (
          <>
            <Shared target={target} section={section} disabled={disabled} />
            {place}
          </>
        ) : section === "dados" ? (
          <DataSection target={target} disabled={disabled} place={place} />
        ) : (
          <>
            {place}
            <StyleSection target={target} disabled={disabled} />
          </>
        )}
      </div>
    </DocumentColorsContext.Provider>
    </ThemeColorsContext.Provider>
  );
}

export function Group({ title, children, actions, plain = false }: { title: string; children: ReactNode; actions?: ReactNode; plain?: boolean }) {
  const id = useId();
  return (
    <div className="jpd-group" role="group" aria-label={plain ? title : undefined} aria-labelledby={plain ? undefined : id} data-plain={plain ? "" : undefined}>
      {!plain && (
        <div className="jpd-sectionhead">
          <h3 className="jpd-group__title" id={id}>
            {title}
          </h3>
          {actions}
        </div>
      )}
      {children}
    </div>
  );
}

export function Header({ target, banner }: { target: Target; banner?: string | { className?: string; style?: React.CSSProperties } | undefined }) {
  const t = useT();
  const { Badge } = useUiComponents();
  const { bulkEditActive } = useDesignerBulkEdit();
  const field = target.fields[target.fields.length - 1]!;
  const kinds = t.fieldTypeLabels as Record<string, string>;
  const { bindings: list } = useDesignerData();
  const bindings = useMemo(() => bindingsByName(list), [list]);
  const Icon = kindIcon(field.type);
  return (
    <div className="jpd-panel__header" data-property="type">
      <div className="jpd-row">
        <Icon className="jpd-fieldrow__kind" />
        <h2 className="jpd-panel__name" title={field.name}>
          {target.several ? t.bulk.shared(target.fields.length) : shownName(field, bindingOf(field, bindings), t)}
        </h2>
        <span className="jpd-panel__kind">
          <Badge>{kinds[field.type] ?? field.type}</Badge>
        </span>
      </div>
      {target.several && (
        <p {...part("jpd-callout", banner)} role="note">
          {bulkEditActive ? t.fieldsPanel.bulkEditBanner(target.fields.length) : target.kind === null ? t.bulk.onlyShared : t.fieldsPanel.bulkEditBanner(target.fields.length)}
        </p>
      )}
    </div>
  );
}

export function Rows({ keys, target, disabled }: { keys: readonly string[]; target: Target; disabled: boolean }) {
  const kind = target.kind!;
  const field = target.fields[target.fields.length - 1] as unknown as Record<string, unknown>;
  const { on } = useExtensions();
  const shown = keys
    .filter((key) => shownProperty(propertyOf(kind, key), on, field[key]))
    .filter((key) => (field[key] ?? undefined) !== undefined || (SHOWN_WITH[`${kind}.${key}`]?.(field) ?? true));
  return <PropertyFields properties={shown.map((key) => propertyOf(kind, key))} target={target} disabled={disabled} />;
}

/** Kinds that are made of data: the others have expressions in their texts. */
const BOUND: ReadonlySet<string> = new Set(["table", "section", "chart", "kpi", "image"]);

function DataSection({ target, disabled, place }: { target: Target; disabled: boolean; place: ReactNode }) {
  const t = useT();
  const field = target.fields[target.fields.length - 1]!;
  const { groups, advanced, rest, offered, isSet } = useGroups(target, "dados");
  const { selectedBinding } = useDesignerSelectedSchema();
  const single = !target.several;
  // Contents and bindings belong to one field each; what applies to all stays editable.
  const own = (node: ReactNode) => (single ? node : null);
  const shared = groups.filter((group) => single || group.key !== "content");
  const folded = advancedGroups(advanced, t, (keys) => <Rows keys={keys} target={target} disabled={disabled} />);
  if (rest.length > 0) folded.push({ key: "more", title: t.groups.more, properties: rest, children: <Rows keys={rest} target={target} disabled={disabled} /> });
  if (single) folded.push({ key: "identity", title: t.groups.identity, properties: [], children: <Identity field={field} target={target} disabled={disabled} /> });
  return (
    <>
      {!single && <p className="jpd-locked">{shared.length > 0 ? t.fieldsPanel.bulkDataLocked : t.fieldsPanel.bulkDataLockedNoShared}</p>}
      {own(field.type === "image" && <ImageContent field={field} disabled={disabled} />)}
      {own(<DrawingContent field={field} disabled={disabled} />)}
      {own(field.type === "section" && <SectionContent field={field} />)}
      {own(field.type === "kpi" && <KpiContent field={field} target={target} disabled={disabled} />)}
      {own(field.type === "table" && <TableColumns field={field} disabled={disabled} />)}
      {shared
        .filter(({ key }) => key === "content")
        .map((group) => (
          <RowsGroup key={group.key} group={group} target={target} disabled={disabled} />
        ))}
      {own(
        (BOUND.has(field.type) || selectedBinding) && (
          <Group title={t.groups.binding}>
            <BindingForm key={field.id} field={field} disabled={disabled} />
          </Group>
        ),
      )}
      {shared
        .filter(({ key }) => key !== "content")
        .map((group) => (
          <RowsGroup key={group.key} group={group} target={target} disabled={disabled} />
        ))}
      {place}
      <Group title={t.groups.visibility} plain>
        <Rows keys={COMMON} target={target} disabled={disabled} />
      </Group>
      <Advanced id={`dados/${target.kind}`} groups={folded} isSet={isSet} />
      <ExtensionsOffer names={offered} />
    </>
  );
}

/** A group; of a single property, whose label says it all, without a title of its own. */
function RowsGroup({ group, target, disabled }: { group: LayoutGroup; target: Target; disabled: boolean }) {
  const t = useT();
  return (
    <Group title={t.groups[group.key]} plain={group.properties.length === 1}>
      <Rows keys={group.properties} target={target} disabled={disabled} />
    </Group>
  );
}

/** Groups of the layout as parts of what is advanced. */
export function advancedGroups(groups: readonly LayoutGroup[], t: Dict, rows: (keys: readonly string[]) => ReactNode): AdvancedGroup[] {
  return groups.map(({ key, properties }) => ({ key, title: t.groups[key], properties, children: rows(properties) }));
}

/** The groups that have something to show, and the labels of what the extensions would add. */
export function useGroups(target: Target, section: Section) {
  const t = useT();
  const kind = target.kind!;
  const { on } = useExtensions();
  const values = target.fields[target.fields.length - 1] as unknown as Record<string, unknown>;
  const { groups, rest } = groupsOf(kind, section);
  const hidden = new Set(groups.flatMap((group) => group.properties).filter((key) => !shownProperty(propertyOf(kind, key), on, values[key])));
  const shown = groups.filter((group) => group.properties.some((key) => !hidden.has(key)));
  return {
    groups: shown.filter(({ advanced }) => !advanced),
    advanced: shown.filter(({ advanced }) => advanced),
    rest,
    offered: [...hidden].map((key) => labelOf(kind, key, t.properties)),
    isSet: (key: string) => (values[key] ?? undefined) !== undefined,
  };
}

function StyleSection({ target, disabled }: { target: Target; disabled: boolean }) {
  const t = useT();
  const kind = target.kind!;
  const { groups, advanced, offered, isSet } = useGroups(target, "estilo");
  if (groups.length === 0) return null;
  if (kind === "table") {
    return (
      <>
        <TableLooks target={target} disabled={disabled} />
        <ExtensionsOffer names={offered} />
      </>
    );
  }
  return (
    <>
      {kind === "chart" && <ChartColors target={target} disabled={disabled} />}
      {groups.map((group) => (
        <RowsGroup key={group.key} group={group} target={target} disabled={disabled} />
      ))}
      {kind === "kpi" && <KpiParts target={target} disabled={disabled} />}
      <Advanced id={`estilo/${kind}`} groups={advancedGroups(advanced, t, (keys) => <Rows keys={keys} target={target} disabled={disabled} />)} isSet={isSet} />
      <ExtensionsOffer names={offered} />
    </>
  );
}

/** Properties that fields of several kinds have in common. */
function Shared({ target, section, disabled }: { target: Target; section: Section; disabled: boolean }) {
  const t = useT();
  const kinds = [...new Set(target.fields.map((field) => field.type))];
  const lists = kinds.map((kind) => fieldProperties[kind] ?? []);
  const placed = new Set(kinds.flatMap((kind) => groupsOf(kind, section).groups.flatMap((group) => group.properties)));
  const common = (lists[0] ?? []).filter(
    (property: Property) =>
      (section === "dados" ? property.key === "visibleWhen" : placed.has(property.key)) &&
      lists.every((list) => list.some((other) => other.key === property.key && other.value === property.value)),
  );
  if (common.length === 0) return null;
  return (
    <Group title={section === "dados" ? t.groups.visibility : t.groups.appearance}>
      {common.map((property) => (
        <PropertyField key={property.key} property={property} target={target} disabled={disabled} />
      ))}
    </Group>
  );
}

/** Name, lock, section and id of a field. */
function Identity({ field, target, disabled }: { field: Field; target: Target; disabled: boolean }) {
  const t = useT();
  const { Input, Select } = useUiComponents();
  const actions = useDesignerActions();
  const { design } = useDesignerPage();
  const sections = design.schemas.filter((other) => other?.type === "section" && other !== field);
  const row = (key: string) => ({ property: propertyOf(field.type, key), path: key, label: t.properties[key as "id"], differs: false });
  return (
    <>
      <PropertyRow {...row("name")}>
        {({ id }) => (
          <Input
            id={id}
            key={field.name}
            defaultValue={field.name}
            disabled={disabled}
            onBlur={(event) => {
              if (!actions.renameSchema(field.id, event.target.value)) event.target.value = field.name;
            }}
            onKeyDown={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
        )}
      </PropertyRow>
      <PropertyField property={propertyOf(field.type, "locked")} target={target} disabled={disabled} />
      <PropertyRow {...row("sectionId")}>
          {({ id }) => (
            <Select
              id={id}
              value={field.sectionId ?? ""}
              disabled={disabled}
              onChange={(event) => actions.updateSchema(field.id, { sectionId: event.target.value || undefined })}
            >
              <option value="">{t.control.unset}</option>
              {field.sectionId && !sections.some(({ id: own }) => own === field.sectionId) && <option value={field.sectionId}>{field.sectionId}</option>}
              {sections.map((section) => (
                <option key={section.id} value={section.id}>
                  {section.name}
                </option>
              ))}
            </Select>
          )}
        </PropertyRow>
      <PropertyRow {...row("id")}>{({ id }) => <Input id={id} mono readOnly value={field.id} />}</PropertyRow>
    </>
  );
}
