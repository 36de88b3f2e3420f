/** All commands and fields, found by typing. */
import { useEffect, useId, useMemo, useRef, useState } from "react";
import { useT } from "../../i18n";
import { useUiComponents } from "../../ui";
import { useDesignerPage, useDesignerUi, useEditor } from "../hooks";
import { fieldsOf } from "../operations/design";
import { inBand } from "../operations/zones";
import { type Command, useCommands } from "./commands";

export function CommandPalette() {
  const { commandBarOpen } = useDesignerUi();
  return commandBarOpen ? <Palette /> : null;
}

function Palette() {
  const t = useT().editor;
  const labels = useT().fieldTypeLabels;
  const editor = useEditor();
  const { Modal } = useUiComponents();
  const { setCommandBarOpen } = useDesignerUi();
  const { design } = useDesignerPage();
  const commands = useCommands();
  const [query, setQuery] = useState("");
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const found = useMemo(() => {
    const fields: Command[] = fieldsOf(design).map((field) => ({
      id: `field-${field.id}`,
      label: field.name,
      keys: labels[field.type] ?? field.type,
      run: () => {
        editor.actions.setIsolateBands(inBand(field, design));
        editor.select([field.id]);
        editor.revealField(field);
      },
    }));
    const words = query.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ label }: Command) => words.every((word) => label.toLowerCase().includes(word));
    return [...commands.filter((command) => !command.disabled && fits(command)), ...(words.length > 0 ? fields.filter(fits) : [])];
  }, [commands, design, editor, labels, query]);

  useEffect(() => setActive(0), [query]);
  useEffect(() => {
    list.current?.querySelector(`[data-active]`)?.scrollIntoView?.({ block: "nearest" });
  }, [active]);

  const close = () => setCommandBarOpen(false);
  const run = (command: Command | undefined) => {
    if (!command) return;
    close();
    // After the dialog has given the focus back.
    setTimeout(command.run, 0);
  };
  return (
    <Modal title={t.commands} size="md" onClose={close} className="jpd-palette-dialog">
      <input
        className="jpd-input"
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
        aria-label={t.commandPlaceholder}
        placeholder={t.commandPlaceholder}
        value={query}
        autoFocus
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") setActive((at) => Math.min(found.length - 1, at + 1));
          else if (event.key === "ArrowUp") setActive((at) => Math.max(0, at - 1));
          else if (event.key === "Enter") run(found[active]);
          else return;
          event.preventDefault();
        }}
      />
      <div ref={list} id={id} className="jpd-commandlist" role="listbox" aria-label={t.commands}>
        {found.map((command, index) => (
          <div
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className="jpd-menuitem"
            data-active={index === active || undefined}
            onPointerMove={() => setActive(index)}
            onClick={() => run(command)}
          >
            <span>{command.label}</span>
            {command.keys && <kbd className="jpd-menuitem__keys">{command.keys}</kbd>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className="jpd-hint" role="status">
          {t.noCommand}
        </p>
      )}
    </Modal>
  );
}
