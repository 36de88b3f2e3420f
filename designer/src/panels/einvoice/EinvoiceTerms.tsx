/** The form of the terms of an e-invoice and the list of terms: files of their own, loaded when an e-invoice is set up. */
import { useEffect, useState, type ComponentType } from "react";
import { useDesignerUi } from "../../editor/hooks";
import { useT } from "../../i18n";
import type { PartsControlProps } from "../properties/ObjectsControl";
import type { Catalogue } from "./catalogue";
import type { TermsFormProps } from "./TermsForm";

/** A term that another part asks for; a new object for each request. */
export interface Wanted {
  id: string;
}

interface Loaded {
  Form: ComponentType<TermsFormProps>;
  catalogue: Catalogue;
}

let loading: Promise<Loaded> | null = null;
let loaded: Loaded | null = null;

export function loadTerms(): Promise<Loaded> {
  loading ??= Promise.all([import("./TermsForm"), import("../../../../docs/einvoice-terms.json")]).then(
    ([{ TermsForm }, terms]) => (loaded = { Form: TermsForm, catalogue: terms.default as unknown as Catalogue }),
    (error: unknown) => {
      // The next form tries again.
      loading = null;
      throw error;
    },
  );
  return loading;
}

export function EinvoiceTerms(props: PartsControlProps) {
  const texts = useT().einvoiceForm;
  const [state, setState] = useState<Loaded | "loading" | "failed">(loaded ?? "loading");
  const asked = useWanted(props.path);
  useEffect(() => {
    let isShown = true;
    loadTerms().then(
      (terms) => isShown && setState(terms),
      () => isShown && setState("failed"),
    );
    return () => {
      isShown = false;
    };
  }, []);
  if (typeof state === "string") {
    return (
      <p className={state === "failed" ? "jpd-error" : "jpd-hint"} role="status">
        {state === "failed" ? texts.failed : texts.loading}
      </p>
    );
  }
  const { Form, catalogue } = state;
  return <Form {...props} catalogue={catalogue} asked={asked} />;
}

function useWanted(path: string): Wanted | null {
  const { focusRequest } = useDesignerUi();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  useEffect(() => {
    if (!focusRequest?.property.startsWith(`${path}/`)) return;
    const id = focusRequest.property.split("/").findLast((key) => /^B[GT]-/.test(key));
    if (id !== undefined) setWanted({ id });
  }, [focusRequest, path]);
  return wanted;
}
