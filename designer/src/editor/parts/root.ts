/** The root element of a part: keys act while the focus is inside one. */
import { type RefObject, useRef } from "react";
import { useCommitEffect } from "../commit-effect";
import { useEditor } from "../hooks";

export function usePartRoot<E extends HTMLElement = HTMLDivElement>(): RefObject<E | null> {
  const editor = useEditor();
  const ref = useRef<E>(null);
  useCommitEffect(() => {
    const element = ref.current;
    if (!element) return;
    editor.roots.add(element);
    return () => {
      editor.roots.delete(element);
    };
  });
  return ref;
}
