/** Message in the place of a part of the page that could not be loaded. */
import { useT } from "../../i18n";
import { useEditor } from "../hooks";

export function useNotLoadedText(): string {
  const { partNotLoaded, draftKept } = useT().editor;
  const { documentId } = useEditor().host;
  // Without a name of the document there are no drafts.
  return documentId === undefined ? partNotLoaded : `${partNotLoaded} ${draftKept}`;
}
