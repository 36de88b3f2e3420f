/** The application: session, language, and the list of templates or one of them. */
import { useEffect, useMemo, useState } from "react";
import { I18nProvider } from "../i18n";
import { Button, Input } from "../ui";
import { templateInAddress } from "./address";
import { Api, ApiError, type Session } from "./api";
import { AppContext } from "./context";
import { Failure } from "./Failure";
import { libraryOf } from "./library";
import { useLanguage, useTheme } from "./preferences";
import { storedToken, storeToken } from "./storage";
import { Settings } from "./Settings";
import { TemplateEditor } from "./TemplateEditor";
import { TemplateList } from "./TemplateList";
import { textsFor } from "./texts";

export function App() {
  const [locale, setLocale] = useLanguage();
  const [theme, setTheme] = useTheme();
  const [token, setToken] = useState(storedToken);
  const [session, setSession] = useState<Session | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [attempt, setAttempt] = useState(0);
  const t = textsFor(locale);
  const api = useMemo(() => new Api(token), [token]);
  const open = useOpenTemplate();

  useEffect(() => {
    let current = true;
    setFailure(null);
    setSession(null);
    api.session().then(
      (found) => current && setSession(found),
      (error) => current && setFailure(error),
    );
    return () => {
      current = false;
    };
  }, [api, attempt]);

  const library = useMemo(() => (session ? libraryOf(api, session) : null), [api, session]);
  const context = useMemo(() => (session && library ? { api, session, library, t, locale } : null), [api, session, library, t, locale]);
  const settings = <Settings texts={t} locale={locale} onLocale={setLocale} theme={theme} onTheme={setTheme} />;

  let content = <p role="status">{t.loading}</p>;
  if (context) {
    content = (
      <AppContext.Provider value={context}>
        {open === null ? <TemplateList settings={settings} /> : <TemplateEditor key={open} id={open} settings={settings} />}
      </AppContext.Provider>
    );
  } else if (failure instanceof ApiError && failure.status === 401) {
    const signIn = (next: string) => {
      storeToken(next);
      setToken(next);
      setAttempt((count) => count + 1);
    };
    content = <SignIn texts={t} wasWrong={token !== ""} onSignIn={signIn} />;
  } else if (failure) {
    content = <Failure error={failure} retry={t.retry} onRetry={() => setAttempt((count) => count + 1)} />;
  }
  return <I18nProvider locale={locale}>{content}</I18nProvider>;
}

function SignIn({ texts: t, wasWrong, onSignIn }: { texts: ReturnType<typeof textsFor>; wasWrong: boolean; onSignIn: (token: string) => void }) {
  const [token, setToken] = useState("");
  return (
    <main className="app-signin jpd-part">
      <h1>{t.templates}</h1>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSignIn(token.trim());
        }}
      >
        <p>{t.tokenHint}</p>
        {wasWrong && <p role="alert">{t.tokenWrong}</p>}
        <Input label={t.token} type="password" autoComplete="off" autoFocus value={token} onChange={(event) => setToken(event.target.value)} />
        <Button type="submit">{t.signIn}</Button>
      </form>
    </main>
  );
}

/** The template that the address names, also after it changes. */
function useOpenTemplate(): string | null {
  const [open, setOpen] = useState(templateInAddress);
  useEffect(() => {
    const changed = () => setOpen(templateInAddress());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return open;
}
