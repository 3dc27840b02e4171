import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Role } from 'portal-frame';
import { Toasts } from 'portal-frame/internal/browser';
import App from '../../src/App.tsx';
import plugins from '../../src/plugins.ts';
import { FEATURES as OWN } from '../../src/wire/appFeatures.ts';

/** Without the lists of collections: the host of these tests has calls only. */
const FEATURES = [...OWN, ...plugins.flatMap(({ plugin: { features = [] } }) => features)].filter(
  (one) => one !== 'servedTables',
);

/** Local storage after a sign-in to our own host, which announces its features beyond spec 7. */
export const OURS = { hostFeatures: FEATURES.join(' ') };
export const OURS_WITH_ORDERS = { hostFeatures: [...FEATURES, 'orders'].join(' ') };

const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '').replace(/\+/g, '-').replace(/\//g, '_');

/** A token of the provider's host. The portal reads role and expiry only. */
export const tokenFor = (role: string, seconds = 3600) =>
  `${part({ alg: 'HS256' })}.${part({ role, exp: Math.floor(Date.now() / 1000) + seconds })}.signature`;

/** Opens the portal at a path, signed in as a role, with a token, or without one. `kept` fills local storage. */
export function openPortal(
  path: string,
  role: Role | null,
  token = role ? tokenFor(role) : null,
  kept: Record<string, string> = {},
) {
  localStorage.clear();
  for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  if (token) localStorage.setItem('userAuthToken', token);
  window.history.replaceState(null, '', path);
  const user = userEvent.setup({ delay: null });
  const view = render(
    <>
      <Toasts />
      <App />
    </>,
  );
  return { user, ...view };
}
