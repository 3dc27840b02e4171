// Runs before the portal's code: shows the prerendered sign-in, or preloads the portal's files.

import { getPreferredLanguage } from './i18n/preference.ts';
import { showPrerendered, showsSignInOnly } from './pages/signIn/prerendered.ts';
import { recordEarlyShortcut } from './search/earlyShortcut.ts';
import { currentRole } from './session/session.ts';
import { getCurrentMode } from './theme/mode.ts';
import { defineRoles } from './wire/roles.ts';

/** Files behind the sign-in, inserted by frame/build/preload.ts. */
declare const LINKS: [rel: string, href: string, as: string][];
/** Names of the app's roles, inserted by the build. */
declare const ROLE_NAMES: readonly string[];

defineRoles(Object.fromEntries(ROLE_NAMES.map((name) => [name, { home: '/' }])));

if (currentRole()) {
  recordEarlyShortcut();
  for (const [rel, href, as] of LINKS)
    document.head.append(
      Object.assign(document.createElement('link'), { rel, href, as, crossOrigin: '', fetchPriority: 'low' }),
    );
} else if (showsSignInOnly()) {
  const drawn = document.getElementById(
    `signin-${getPreferredLanguage((one) => document.getElementById(`signin-${one}`) !== null)}`,
  );
  if (drawn instanceof HTMLTemplateElement) {
    getCurrentMode();
    showPrerendered(document.getElementById('root') as HTMLElement, drawn.content);
  }
}
