/** The files that a document carries, each with its content: a file of the library, one inside the template, or a text. */
import { useState } from "react";
import type { Field, PdfOptions } from "../../core/types";
import { useLocale, useT } from "../../i18n";
import { LibraryButton } from "../../library/LibraryButton";
import { referencedName } from "../../library/names";
import { FileButton } from "../../ui/FileButton";
import { IconPlus, IconTrash, IconUpload } from "../../ui/icons";
import { useUiComponents } from "../../ui/registry";
import type { Property } from "./description";
import { dataUri } from "../../core/base64";
import { formatBytes } from "./images";
import { PropertyField } from "./PropertyField";
import type { Target } from "./target";

type Attachment = NonNullable<PdfOptions["attachments"]>[number];

/** Bytes of all attached files of a document together (format 20.10.4). */
const MAX_BYTES = 25 * 1024 * 1024;

export interface AttachmentsControlProps {
  labelId: string;
  property: Property;
  /** Pointer of the list, such as `pdf/attachments`. */
  path: string;
  value: unknown;
  disabled: boolean;
  onChange: (value: unknown) => void;
}

export function AttachmentsControl({ labelId, property, path, value, disabled, onChange }: AttachmentsControlProps) {
  const t = useT();
  const { Button } = useUiComponents();
  const attachments = (Array.isArray(value) ? value : []) as Attachment[];
  const store = (next: Attachment[]) => onChange(next.length > 0 ? next : undefined);
  const add = () => {
    const names = attachments.map((attachment) => attachment?.name);
    const free = (number: number): string => (names.includes(t.attachments.newName(number)) ? free(number + 1) : t.attachments.newName(number));
    store([...attachments, { name: free(1), source: "" }]);
  };
  return (
    <div className="jpd-stack" role="group" aria-labelledby={labelId}>
      {attachments.map((attachment, index) => (
        <AttachmentCard
          key={index}
          attachment={attachment ?? {}}
          properties={property.items?.properties ?? []}
          path={`${path}/${index}`}
          disabled={disabled}
          onChange={(next) => store(attachments.map((own, at) => (at === index ? next : own)))}
          onRemove={() => store(attachments.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button variant="outline" disabled={disabled} onClick={add}>
          <IconPlus /> {t.attachments.add}
        </Button>
      </div>
    </div>
  );
}

interface AttachmentCardProps {
  attachment: Attachment;
  properties: readonly Property[];
  path: string;
  disabled: boolean;
  onChange: (attachment: Attachment) => void;
  onRemove: () => void;
}

function AttachmentCard({ attachment, properties, path, disabled, onChange, onRemove }: AttachmentCardProps) {
  const t = useT();
  const { Button } = useUiComponents();
  const name = attachment.name || t.attachments.unnamed;
  const target: Target = {
    fields: [attachment as unknown as Field],
    kind: null,
    several: false,
    read(pointer) {
      const value = attachment[pointer.slice(path.length + 1) as keyof Attachment] ?? undefined;
      return { value, mixed: false, present: value !== undefined };
    },
    write(pointer, value) {
      const key = pointer.slice(path.length + 1);
      const { [key as keyof Attachment]: _, ...others } = attachment;
      onChange((value === undefined ? others : { ...attachment, [key]: value }) as Attachment);
    },
  };
  const labels = t.properties as Record<string, string>;
  return (
    <div className="jpd-subcard" role="group" aria-label={t.attachments.one(name)}>
      {properties.map((property) => {
        const row = (
          <PropertyField
            key={property.key}
            property={property}
            target={target}
            path={`${path}/${property.key}`}
            label={labels[`pdf.attachments.${property.key}`]}
            disabled={disabled}
          />
        );
        if (property.key !== "source") return row;
        return (
          <div key={property.key} className="jpd-stack">
            {attachment.source?.startsWith("data:") || row}
            <SourceFile attachment={attachment} disabled={disabled} onChange={onChange} />
          </div>
        );
      })}
      <div>
        <Button variant="ghost" aria-label={t.attachments.remove(name)} disabled={disabled} onClick={onRemove}>
          <IconTrash /> {t.attachments.removeShort}
        </Button>
      </div>
    </div>
  );
}

/** The content as a file: chosen from the library, or read into the template. */
function SourceFile({ attachment, disabled, onChange }: Pick<AttachmentCardProps, "attachment" | "disabled" | "onChange">) {
  const t = useT();
  const locale = useLocale();
  const { Button } = useUiComponents();
  const [fault, setFault] = useState<string | null>(null);
  const source = attachment.source ?? "";
  const file = referencedName(source);
  const inside = /^data:([^;,]*)[^,]*,/.exec(source);
  // A name that was given by hand stays.
  const named = (name: string) => (attachment.name && source !== "" && referencedName(source) !== attachment.name ? attachment.name : name);
  const read = async (chosen: File) => {
    setFault(null);
    try {
      if (chosen.size > MAX_BYTES) setFault(t.attachments.tooLarge(formatBytes(MAX_BYTES, locale)));
      else onChange({ ...attachment, name: named(chosen.name), source: await dataUri(chosen) });
    } catch {
      setFault(t.errors.imageUploadUnreadable.action);
    }
  };
  return (
    <>
      {file !== null && <p className="jpd-hint">{t.library.fileOf(file)}</p>}
      {inside && <p className="jpd-hint">{t.attachments.stored(inside[1] || "text/plain", formatBytes(((source.length - inside[0].length) * 3) / 4, locale))}</p>}
      <div className="jpd-row jpd-row--wrap">
        <FileButton label={t.attachments.choose} icon={<IconUpload />} disabled={disabled} onFile={(chosen) => void read(chosen)} />
        <LibraryButton
          label={(t.properties as Record<string, string>)["pdf.attachments.source"] ?? ""}
          value={source}
          disabled={disabled}
          onChoose={(reference) => {
            setFault(null);
            onChange({ ...attachment, name: named(referencedName(reference) ?? ""), source: reference });
          }}
        />
      </div>
      {fault !== null && (
        <p className="jpd-error" role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
