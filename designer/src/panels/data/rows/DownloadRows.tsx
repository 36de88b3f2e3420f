/** Makes a document of each row; what makes them is loaded when that is asked for. */
import { lazy, Suspense, useState } from "react";
import { loadedPart } from "../../../core/loaded-part";
import { useDesignerEngine } from "../../../editor/hooks";
import type { RowTable } from "../../../editor/store/rows";
import { useT } from "../../../i18n";
import { IconDownload } from "../../../ui/icons";
import { useUiComponents } from "../../../ui/registry";

const DownloadDialog = lazy(async () => ({ default: (await loadedPart(() => import("./DownloadDialog"))).DownloadDialog }));

export function DownloadRows({ table }: { table: RowTable }) {
  const t = useT().rows;
  const { Button } = useUiComponents();
  const { engine } = useDesignerEngine();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" disabled={!engine} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconDownload /> {t.downloadAll}
      </Button>
      {open && engine && (
        <Suspense fallback={null}>
          <DownloadDialog table={table} engine={engine} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
