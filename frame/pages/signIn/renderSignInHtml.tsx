import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { i18nProvider, LOCALES } from '../../i18n/provider.ts';
import { Toasts } from '../../layout/LazyToastStack.tsx';
import SignIn from '../SignIn.tsx';

import.meta.glob(['/src/roles.ts', '/src/app.ts'], { eager: true });

/** HTML of the sign-in screen by language, rendered at build time. Must match the first render of frame/start.tsx. */
export const signInHtml = new Map<string, string>();

for (const locale of LOCALES) {
  await i18nProvider.changeLocale(locale);
  const html = renderToString(
    <StrictMode>
      <Toasts />
      <SignIn onSignedIn={() => undefined} />
    </StrictMode>,
  );
  signInHtml.set(locale, html);
}
