import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useLocaleState } from 'ra-core';
import { LANGUAGES } from '../../i18n/provider.ts';

/** Chooses the language of the portal; react-admin's store keeps the choice. Each language is told in its own words. */
export function LanguageChoice({ labelledBy }: { labelledBy: string }) {
  const [locale, setLocale] = useLocaleState();
  return (
    <ToggleButtonGroup
      exclusive
      color="primary"
      sx={{ mt: 1 }}
      aria-labelledby={labelledBy}
      value={locale}
      onChange={(_, chosen: string | null) => chosen && setLocale(chosen)}
    >
      {LANGUAGES.map((language) => (
        <ToggleButton key={language.locale} value={language.locale} lang={language.locale} sx={{ px: 2.5 }}>
          {language.name}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
