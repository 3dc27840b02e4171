import { ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useLocaleState } from 'ra-core';
import { getLanguageName } from '../../i18n/languageNames.ts';
import { LOCALES } from '../../i18n/provider.ts';

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
      {LOCALES.map((one) => (
        <ToggleButton key={one} value={one} lang={one} sx={{ px: 2.5 }}>
          {getLanguageName(one)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
