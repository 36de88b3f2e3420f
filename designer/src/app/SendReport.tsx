/** Mails the stored template with the data on the canvas. */
import { useState } from "react";
import { Button, CollapsibleSection, Input, Modal } from "../ui";
import { useLeaving } from "../ui/leaving";
import { mailFolder } from "./api";
import { useApp } from "./context";
import { Failure } from "./Failure";
import { useSingleRun } from "./single-run";

export interface SendReportProps {
  id: string;
  data: unknown;
  /** Locale of the document; default: that of the template or the data. */
  locale: string | undefined;
  onClose: () => void;
  onSent: (address: string) => void;
}

export function SendReport({ id, data, locale, onClose, onSent }: SendReportProps) {
  const { api, session, t } = useApp();
  const [address, setAddress] = useState("");
  const suggested = `${id}.pdf`;
  const [filename, setFilename] = useState(suggested);
  const [error, setError] = useState<unknown>(null);
  const { busy, run } = useSingleRun(setError);
  const { leave, question } = useLeaving({ draft: `${address}\n${filename}`, isChanged: () => address.trim() !== "" || filename !== suggested, onClose });
  const folder = mailFolder(session);
  const send = () =>
    run(async () => {
      await api.mail(id, address.trim(), data, filename.trim(), locale);
      onSent(address.trim());
      onClose();
    });
  return (
    <Modal title={t.sendTitle} size="sm" onClose={leave} footer={question}>
      <form
        className="app-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p>{t.sendHint}</p>
        {folder === null ? (
          <p>{t.sendVia(session.mail ?? "")}</p>
        ) : (
          <div className="jpd-callout">
            <p>{t.mailKept}</p>
            <CollapsibleSection title={t.mailWhere}>
              <p className="jpd-hint">{t.mailFolder(folder)}</p>
            </CollapsibleSection>
          </div>
        )}
        <Input label={t.address} type="email" autoFocus value={address} onChange={(event) => setAddress(event.target.value)} />
        <Input label={t.filename} value={filename} onChange={(event) => setFilename(event.target.value)} />
        {error !== null && <Failure error={error} />}
        <Button type="submit" disabled={busy || !address.trim()}>
          {t.send}
        </Button>
      </form>
    </Modal>
  );
}
