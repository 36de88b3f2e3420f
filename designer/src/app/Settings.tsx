/** Language and colours of the application: set once, so they stand behind one button. */
import { Popover } from "radix-ui";
import { LANGUAGES, type Locale } from "../i18n";
import { Button, Select } from "../ui";
import { IconSettings } from "../ui/icons";
import type { Theme } from "./storage";
import type { AppTexts } from "./texts";

export interface SettingsProps {
  texts: AppTexts;
  locale: Locale;
  onLocale: (locale: Locale) => void;
  theme: Theme;
  onTheme: (theme: Theme) => void;
}

export function Settings({ texts: t, locale, onLocale, theme, onTheme }: SettingsProps) {
  const label = `${t.language}, ${t.theme}`;
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label={label} title={label}>
          <IconSettings width={16} height={16} />
        </Button>
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="jpd-popover app-settings" align="end" sideOffset={4} collisionPadding={8} aria-label={label}>
          <Select label={t.language} value={locale} onChange={(event) => onLocale(event.target.value as Locale)}>
            {Object.entries(LANGUAGES).map(([one, name]) => (
              <option key={one} value={one} lang={one}>
                {name}
              </option>
            ))}
          </Select>
          <Select label={t.theme} value={theme} onChange={(event) => onTheme(event.target.value as Theme)}>
            <option value="system">{t.system}</option>
            <option value="light">{t.light}</option>
            <option value="dark">{t.dark}</option>
          </Select>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
