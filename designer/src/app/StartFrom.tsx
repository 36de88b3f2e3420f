/** Puts a shipped template and its data on the page that is open: one step, which can be undone. */
import { useState } from "react";
import { useDesignerActions } from "../editor/hooks";
import { useT } from "../i18n";
import { Button, Modal } from "../ui";
import { Failure } from "./Failure";
import { useSingleRun } from "./single-run";
import { Gallery, useShipped } from "./TemplateGallery";

export interface StartFromProps {
  onData: (data: unknown, name: string) => void;
  /** The name of the template that was taken. */
  onName: (name: string) => void;
  onClose: () => void;
}

export function StartFrom({ onData, onName, onClose }: StartFromProps) {
  const { begin } = useT().editor;
  const actions = useDesignerActions();
  const [error, setError] = useState<unknown>(null);
  const [chosen, setChosen] = useState("");
  const shipped = useShipped(setError);
  const { run } = useSingleRun(setError);
  const take = (id: string) =>
    run(async () => {
      const { name, template, bindings, data } = await shipped.load(id);
      actions.replaceDocument({ template, bindings: bindings ?? [] });
      if (data !== undefined) onData(data, id);
      onName(name);
      onClose();
    });
  return (
    <Modal title={begin.template} size="xl" onClose={onClose}>
      <form
        className="app-form"
        onSubmit={(event) => {
          event.preventDefault();
          void take(chosen);
        }}
      >
        <Gallery shipped={shipped} chosen={chosen} onChoose={setChosen} onOpen={(id) => void take(id)} />
        <div className="app-gallery__bar" data-end="">
          {error !== null && <Failure error={error} />}
          <Button type="submit" disabled={chosen === ""}>
            {begin.template}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
