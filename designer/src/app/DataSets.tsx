/** Chooses the data on the canvas; adds and removes data sets. */
import { useState } from "react";
import { Button, Input, Modal, Select } from "../ui";
import { IconPlus, IconTrash } from "../ui";
import { DialogActions } from "../ui/DialogActions";
import { useLeaving } from "../ui/leaving";
import { Conflict } from "./Conflict";
import { useApp } from "./context";
import { Failure } from "./Failure";
import { dataDifferences, mergedData } from "./merge-data";
import { standardDataSet } from "./paths";
import { useSingleRun } from "./single-run";
import type { AppTexts } from "./texts";
import { type OpenDataSets, slugOf } from "./useDataSets";

/** Name of a data set on the page. The file names "sample" and "typical" would be wrong for data that people filled in. */
const shownName = (name: string, names: readonly string[], t: AppTexts): string => (name === standardDataSet(names) ? t.standardDataSet : name);

export function DataSets({ sets, readOnly }: { sets: OpenDataSets; readOnly: boolean }) {
  const { t } = useApp();
  const [dialog, setDialog] = useState<"create" | "remove" | null>(null);
  return (
    <span className="app-datasets">
      <Select aria-label={t.dataSet} value={sets.name ?? ""} onChange={(event) => sets.choose(event.target.value)}>
        {sets.name === null && <option value="">{`${t.dataSet}: ${t.noData}`}</option>}
        {sets.names.map((name) => (
          <option key={name} value={name}>
            {`${t.dataSet}: ${shownName(name, sets.names, t)}`}
          </option>
        ))}
      </Select>
      {!readOnly && (
        <>
          <Button variant="ghost" size="icon" aria-label={t.newDataSet} title={t.newDataSet} onClick={() => setDialog("create")}>
            <IconPlus />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t.removeDataSet}
            title={t.removeDataSet}
            disabled={sets.name === null}
            onClick={() => setDialog("remove")}
          >
            <IconTrash />
          </Button>
        </>
      )}
      {dialog === "create" && <Create sets={sets} onClose={() => setDialog(null)} />}
      {dialog === "remove" && <Remove sets={sets} onClose={() => setDialog(null)} />}
      {sets.conflict && dialog === null && (
        <Conflict<unknown>
          title={t.dataConflictTitle(shownName(sets.conflict.name, sets.names, t))}
          hint={t.dataConflictHint}
          base={sets.conflict.base}
          mine={sets.conflict.mine}
          theirs={sets.conflict.theirs}
          differences={dataDifferences}
          merged={mergedData}
          onClose={sets.conflict.postpone}
          onChoose={sets.conflict.settle}
        />
      )}
    </span>
  );
}

function Create({ sets, onClose }: { sets: OpenDataSets; onClose: () => void }) {
  const { t } = useApp();
  const [name, setName] = useState("");
  const [error, setError] = useState<unknown>(null);
  const { busy, run } = useSingleRun(setError);
  // Two sets that the page shows by the same name could not be held apart.
  const isTaken = sets.names.some((own) => own === name || slugOf(shownName(own, sets.names, t)) === name);
  const { leave, question } = useLeaving({ draft: name, isChanged: () => name !== "", onClose });
  return (
    <Modal title={t.newDataSet} size="sm" onClose={leave} footer={question}>
      <form
        className="app-form"
        onSubmit={(event) => {
          event.preventDefault();
          void run(() => sets.create(name).then(onClose));
        }}
      >
        <Input label={t.dataSetName} value={name} autoFocus onChange={(event) => setName(slugOf(event.target.value))} />
        {error !== null && <Failure error={error} />}
        <Button type="submit" disabled={busy || !name || isTaken}>
          {t.newDataSet}
        </Button>
      </form>
    </Modal>
  );
}

function Remove({ sets, onClose }: { sets: OpenDataSets; onClose: () => void }) {
  const { t } = useApp();
  const [error, setError] = useState<unknown>(null);
  const { busy, run } = useSingleRun(setError);
  return (
    <Modal
      title={t.askRemoveDataSet(shownName(sets.name ?? "", sets.names, t))}
      size="sm"
      onClose={onClose}
      footer={<DialogActions label={t.remove} variant="danger" disabled={busy} onAction={() => void run(() => sets.remove().then(onClose))} onCancel={onClose} />}
    >
      {error !== null && <Failure error={error} />}
    </Modal>
  );
}
