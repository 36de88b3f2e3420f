import { createContext, useContext } from "react";
import type { Locale } from "../i18n";
import type { DocumentLibrary } from "../library/types";
import type { Api, Session } from "./api";
import type { AppTexts } from "./texts";

export interface AppValue {
  api: Api;
  session: Session;
  /** Files that the templates name. */
  library: DocumentLibrary;
  t: AppTexts;
  locale: Locale;
}

export const AppContext = createContext<AppValue | null>(null);

export function useApp(): AppValue {
  const value = useContext(AppContext);
  if (!value) throw new Error("useApp needs a signed-in application above it");
  return value;
}
