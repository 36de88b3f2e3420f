/** Something was stored by somebody else: what both sides changed, and which side counts where both did. */
import { useState } from "react";
import { Button, Modal, Select } from "../ui";
import { useApp } from "./context";
import type { Change, Difference, Side } from "./merge";

export interface ConflictProps<V> {
  title: string;
  hint: string;
  base: V;
  mine: V;
  theirs: V;
  differences: (base: V, mine: V, theirs: V) => Difference[];
  merged: (base: V, mine: V, theirs: V, side: (key: string) => Side) => V;
  onClose: () => void;
  onChoose: (chosen: V) => void;
}

export function Conflict<V>({ title, hint, base, mine, theirs, differences, merged, onClose, onChoose }: ConflictProps<V>) {
  const { t } = useApp();
  const [sides, setSides] = useState<Record<string, Side>>({});
  const all = differences(base, mine, theirs);
  const side = (key: string) => sides[key] ?? "mine";
  return (
    <Modal title={title} onClose={onClose}>
      <div className="app-form">
        <p>{hint}</p>
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
                  {t.kinds[difference.kind]} {difference.label !== "" && <code>{difference.label}</code>}
                </th>
                <Changed change={difference.mine} value={difference.values?.mine} />
                <Changed change={difference.theirs} value={difference.values?.theirs} />
                <td>
                  {difference.conflicts ? (
                    <Select
                      aria-label={`${t.keep}: ${difference.label || t.kinds[difference.kind]}`}
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

/** Change of a part by one side, with its value since. */
function Changed({ change, value = "" }: { change: Change; value: string | undefined }) {
  const { t } = useApp();
  return (
    <td>
      {t.changes[change]} {change !== "none" && value !== "" && <code>{value}</code>}
    </td>
  );
}
