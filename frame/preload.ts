// Runs before the portal's code is there: shows the sign-in that the build has drawn, or fetches what a list needs.

import { getPreferredLanguage } from './i18n/preference.ts';
import { showPrerendered, showsSignInOnly } from './pages/signIn/prerendered.ts';
import { recordEarlyShortcut } from './palette/earlyShortcut.ts';
import { currentRole } from './session/session.ts';
import { getCurrentMode } from './theme/mode.ts';
import { defineRoles } from './wire/roles.ts';

/** The files of the portal behind the sign-in: rel, address and kind of each (scripts/lib/preload.ts). */
declare const LINKS: [rel: string, href: string, as: string][];
/** The names of the app's roles, which are declared in the code that has not come yet. */
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
