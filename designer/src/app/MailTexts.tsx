/** Texts of messages with the report: stored at once beside the template, because the canvas does not show them. */
import { useState } from "react";
import { sameJson } from "../editor/store/same-json";
import { Button, CollapsibleSection, Input, Modal, Textarea } from "../ui";
import { useLeaving } from "../ui/leaving";
import { useApp } from "./context";
import { Failure } from "./Failure";
import { useSingleRun } from "./single-run";

/** Keys of `mail` in a template file that have an input here; the others stay as they are. */
export interface MailOptions {
  subject?: string | null;
  body?: string | null;
  html?: string | null;
  filename?: string | null;
  replyTo?: string | null;
  cc?: string[] | null;
  bcc?: string[] | null;
  [key: string]: unknown;
}

export interface MailTextsProps {
  mail: MailOptions | undefined;
  /** Stores it; rejects where the service refuses it. */
  onSave: (mail: MailOptions | undefined) => Promise<void>;
  onClose: () => void;
}

const TEXTS = ["subject", "body", "html", "filename", "replyTo"] as const;
const LISTS = ["cc", "bcc"] as const;

/** The options with what was typed; an input that is empty says nothing. */
export function mailWith(before: MailOptions | undefined, typed: Record<string, string>): MailOptions | undefined {
  const next: MailOptions = { ...before };
  for (const key of TEXTS) {
    const text = key === "body" || key === "html" ? typed[key] : typed[key]?.trim();
    if (text) next[key] = text;
    else delete next[key];
  }
  for (const key of LISTS) {
    const addresses = (typed[key] ?? "").split(/[,;\n]/).map((address) => address.trim()).filter((address) => address !== "");
    if (addresses.length > 0) next[key] = addresses;
    else delete next[key];
  }
  return Object.keys(next).length > 0 ? next : undefined;
}

export function MailTexts({ mail, onSave, onClose }: MailTextsProps) {
  const { t } = useApp();
  const [first] = useState<Record<string, string>>(() => ({
    ...Object.fromEntries(TEXTS.map((key) => [key, mail?.[key] ?? ""])),
    ...Object.fromEntries(LISTS.map((key) => [key, (mail?.[key] ?? []).join(", ")])),
  }));
  const [typed, setTyped] = useState(first);
  const [error, setError] = useState<unknown>(null);
  const { busy, run } = useSingleRun(setError);
  const { leave, question } = useLeaving({ draft: typed, isChanged: () => !sameJson(typed, first), onClose });
  const save = () =>
    run(async () => {
      await onSave(mailWith(mail, typed));
      onClose();
    });
  const set = (key: string) => (event: { target: { value: string } }) => setTyped({ ...typed, [key]: event.target.value });
  return (
    <Modal title={t.mailTexts} size="md" onClose={leave} footer={question}>
      <form
        className="app-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p>{t.mailHint}</p>
        <Input label={t.subject} autoFocus value={typed.subject} onChange={set("subject")} />
        <Textarea label={t.mailBody} rows={8} value={typed.body} onChange={set("body")} />
        <CollapsibleSection title={t.mailHtmlMore} defaultOpen={Boolean(mail?.html)}>
          <Textarea label={t.mailHtml} mono rows={6} value={typed.html} onChange={set("html")} />
        </CollapsibleSection>
        <Input label={t.filename} value={typed.filename} onChange={set("filename")} />
        <Input label={t.replyTo} value={typed.replyTo} onChange={set("replyTo")} />
        <Input label={t.copiesTo} value={typed.cc} onChange={set("cc")} />
        <Input label={t.hiddenCopiesTo} value={typed.bcc} onChange={set("bcc")} />
        {error !== null && <Failure error={error} />}
        <Button type="submit" disabled={busy}>
          {t.save}
        </Button>
      </form>
    </Modal>
  );
}
