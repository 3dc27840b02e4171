import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** Two-step authentication: authenticator apps (TOTP), passkeys (WebAuthn) and recovery codes. */
export const secondFactor = definePlugin({
  name: 'secondFactor',
  frame: '^0.1',
  features: ['twoFactor'],
  texts: { en, es: () => import('./texts/es.ts') },
  extend: { audit: { choices: { resource: [{ add: 'secondFactor', after: 'session' }] } } },
});
