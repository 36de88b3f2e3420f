/** All keys of the editor. */
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui";
import { useDesignerUi } from "../hooks";
import { keyLabel } from "./commands";

export function HelpDialog() {
  const { helpOpen, setHelpOpen, letterKeys, setLetterKeys } = useDesignerUi();
  const t = useT();
  const { Modal, Checkbox } = useUiComponents();
  if (!helpOpen) return null;
  const e = t.editor;
  const groups: { title: string; keys: [string, string][] }[] = [
    {
      title: e.keysCanvas,
      keys: [
        ["Tab, Shift+Tab", e.keyNext],
        ["Esc", e.keyDeselect],
        ["F6, Shift+F6", e.keyParts],
        ["Ctrl+A", e.selectAll],
        ["← ↑ → ↓", e.keyMove],
        ["Shift+← ↑ → ↓", e.keyMoveGrid],
        ["Ctrl+← ↑ → ↓", e.keyResize],
        ["Shift", t.gestures.keyAxis],
        ["Alt", `${t.gestures.keyCopy} · ${e.keyRatio}`],
        ["Ctrl", `${t.gestures.keyNoSnap} · ${e.keyCentre}`],
        ["Alt+Click", e.keyBelow],
        ["H", e.keyBands],
      ],
    },
    {
      title: e.keysEdit,
      keys: [
        ["T B I S C K", e.keyAdd],
        ["Enter, F2", e.keyEditContent],
        ["Alt+Enter", e.keyPanel],
        ["Ctrl+Z", e.undo],
        ["Ctrl+Shift+Z", e.redo],
        ["Ctrl+C", e.copy],
        ["Ctrl+X", e.cut],
        ["Ctrl+V", e.paste],
        ["Ctrl+Shift+V", e.pasteInPlace],
        ["Ctrl+D", e.duplicate],
        ["Ctrl+G", t.gestures.group],
        ["Ctrl+Shift+G", t.gestures.ungroup],
        ["Alt+↑ ↓", t.gestures.keyOrder],
        ["Del", e.remove],
        ["Ctrl+]", e.bringForward],
        ["Ctrl+[", e.sendBackward],
      ],
    },
    {
      title: e.keysView,
      keys: [
        ["Ctrl+K", e.commands],
        ["Ctrl+0", e.fitPage],
        ["Ctrl+1", t.pageCanvas.resetZoom],
        ["Ctrl+2", e.fitSelection],
        ["Ctrl++, Ctrl+-", e.keyZoom],
        ["Space", e.keyPan],
        ["?", e.helpTitle],
      ],
    },
  ];
  return (
    <Modal title={e.helpTitle} size="lg" onClose={() => setHelpOpen(false)}>
      <Checkbox label={e.letterKeys} checked={letterKeys} onChange={(event) => setLetterKeys(event.target.checked)} />
      <div className="jpd-keys">
        {groups.map(({ title, keys }) => (
          <section key={title}>
            <h3 className="jpd-eyebrow">{title}</h3>
            <dl className="jpd-keys__list">
              {keys.map(([key, what]) => (
                <div key={key} className="jpd-keys__row">
                  <dt>
                    {key.split(", ").map((one) => (
                      <kbd key={one}>{keyLabel(one, t)}</kbd>
                    ))}
                  </dt>
                  <dd>{what}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
