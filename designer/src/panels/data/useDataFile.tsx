/** A file with data, chosen or dropped: its text is handed on, of a spreadsheet the rows of a sheet. */
import { useState, type DragEvent, type ReactNode } from "react";
import { PartNotLoaded } from "../../core/loaded-part";
import { useNotLoadedText } from "../../editor/parts/not-loaded";
import { useT, type Dict } from "../../i18n";
import { useUiComponents } from "../../ui/registry";
import { readDataFile } from "./file";
import type { SheetItems, SpreadsheetFault, Workbook } from "./xlsx";

export interface DataFileUse {
  onText: (text: string, file: File) => void;
  /** `sheet` is its name where the file has several. */
  onSheet: (sheet: SheetItems, file: File, name: string | null) => void;
  onFailure: (message: string) => void;
}

export interface DataFileInput {
  take: (file: File) => Promise<void>;
  /** Attributes of the element on which files are dropped. */
  target: {
    onDragOver: (event: DragEvent) => void;
    onDragLeave: (event: DragEvent) => void;
    onDrop: (event: DragEvent) => void;
    "data-drop": true | undefined;
  };
  /** Asks for the sheet of a file that has several. */
  choice: ReactNode;
}

interface Opened {
  file: File;
  workbook: Workbook;
}

export function useDataFile({ onText, onSheet, onFailure }: DataFileUse): DataFileInput {
  const t = useT();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isOver, setOver] = useState(false);
  const notLoaded = useNotLoadedText();
  const failed = (error: unknown) =>
    onFailure(error instanceof PartNotLoaded ? notLoaded : faultText(t, (error as { reason?: SpreadsheetFault } | null)?.reason ?? "damaged"));

  const use = ({ file, workbook }: Opened, sheet: number) => {
    try {
      onSheet(workbook.read(sheet), file, workbook.sheets.length > 1 ? workbook.sheets[sheet]! : null);
    } catch (error) {
      failed(error);
    }
    setOpened(null);
  };
  const take = async (file: File) => {
    setOpened(null);
    try {
      const found = await readDataFile(file);
      if ("text" in found) onText(found.text, file);
      else if ("fault" in found) onFailure(faultText(t, found.fault));
      else if (found.workbook.sheets.length === 1) use({ file, workbook: found.workbook }, 0);
      else setOpened({ file, workbook: found.workbook });
    } catch (error) {
      failed(error);
    }
  };
  return {
    take,
    target: {
      onDragOver(event) {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false),
      onDrop(event) {
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (!file) return;
        event.preventDefault();
        event.stopPropagation();
        void take(file);
      },
      "data-drop": isOver || undefined,
    },
    choice: opened && <SheetChoice key={opened.file.name} opened={opened} onChoose={(sheet) => use(opened, sheet)} onCancel={() => setOpened(null)} />,
  };
}

function SheetChoice({ opened: { file, workbook }, onChoose, onCancel }: { opened: Opened; onChoose: (sheet: number) => void; onCancel: () => void }) {
  const t = useT();
  const { Button, Select } = useUiComponents();
  const [sheet, setSheet] = useState(0);
  const question = t.dataForm.sheetsOf(file.name, workbook.sheets.length);
  return (
    <div className="jpd-callout jpd-stack" role="group" aria-label={question}>
      <p role="status">{question}</p>
      <div className="jpd-row jpd-row--wrap">
        <Select autoFocus aria-label={t.dataForm.sheet} value={String(sheet)} onChange={(event) => setSheet(Number(event.target.value))}>
          {workbook.sheets.map((name, index) => (
            <option key={index} value={index}>
              {name}
            </option>
          ))}
        </Select>
        <Button onClick={() => onChoose(sheet)}>{t.dataForm.useSheet}</Button>
        <Button variant="outline" onClick={onCancel}>
          {t.fieldsPanel.cancel}
        </Button>
      </div>
    </div>
  );
}

function faultText(t: Dict, reason: SpreadsheetFault): string {
  return t.dataForm.spreadsheetFaults[reason];
}

/** Losses of a sheet on reading, as sentences after the one about its rows. */
export function sheetNotes(t: Dict, { withoutResult, errors }: SheetItems): string[] {
  return [...(withoutResult > 0 ? [t.dataForm.withoutResult(withoutResult)] : []), ...(errors > 0 ? [t.dataForm.cellErrors(errors)] : [])];
}
