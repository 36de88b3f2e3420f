/** The template was stored by somebody else: what both sides changed, and which side counts where both did. */
import { useState } from "react";
import { Button, Modal, Select } from "../ui";
import { useApp } from "./context";
import { differences, merged, type Side, type Version } from "./merge";

export interface ConflictProps {
  base: Version;
  mine: Version;
  theirs: Version;
  onClose: () => void;
  onChoose: (chosen: Version) => void;
}

export function Conflict({ base, mine, theirs, onClose, onChoose }: ConflictProps) {
  const { t } = useApp();
  const [sides, setSides] = useState<Record<string, Side>>({});
  const all = differences(base, mine, theirs);
  const side = (key: string) => sides[key] ?? "mine";
  return (
    <Modal title={t.conflictTitle} onClose={onClose}>
      <div className="app-form">
        <p>{t.conflictHint}</p>
        <table className="app-conflict">
          <thead>
            <tr>
              <th scope="col">{t.part}</th>
              <th scope="col">{t.mine}</th>
              <th scope="col">{t.theirs}</th>
              <th scope="col">{t.keep}</th>
            </tr>
          </thead>
          <tbody>
            {all.map((difference) => (
              <tr key={difference.key} data-conflict={difference.conflicts || undefined}>
                <th scope="row">
                  {t.kinds[difference.kind]} <code>{difference.label}</code>
                </th>
                <td>{t.changes[difference.mine]}</td>
                <td>{t.changes[difference.theirs]}</td>
                <td>
                  {difference.conflicts ? (
                    <Select
                      aria-label={`${t.keep}: ${difference.label}`}
                      value={side(difference.key)}
                      onChange={(event) => setSides({ ...sides, [difference.key]: event.target.value as Side })}
                    >
                      <option value="mine">{t.mine}</option>
                      <option value="theirs">{t.theirs}</option>
                    </Select>
                  ) : difference.theirs === "none" ? (
                    t.mine
                  ) : (
                    t.theirs
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <div className="app-buttons">
          <Button variant="outline" onClick={() => onChoose(theirs)}>
            {t.useTheirs}
          </Button>
          <Button variant="outline" onClick={() => onChoose(mine)}>
            {t.useMine}
          </Button>
          <Button onClick={() => onChoose(merged(base, mine, theirs, side))}>{t.useMerged}</Button>
        </div>
      </div>
    </Modal>
  );
}
