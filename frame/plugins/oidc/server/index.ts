import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { identitySteps } from 'portal-frame/server/migrations';
import { createMissing } from 'portal-frame/server/plugins';
import { oidc } from '../plugin.ts';
import { oidcCalls } from '../wire/oidcCalls.ts';
import { oidcHandlers } from './finishOidc.ts';
import { deleteIdentities } from './identityRows.ts';
import { registerOidc } from './oidcRoutes.ts';
import { oidcSettings } from './oidcSettings.ts';

export default defineServerPlugin(oidc, {
  settings: oidcSettings,
  migrations: () => ({ '001_identities': { up: (db) => createMissing(db, identitySteps) } }),
  takesOver: ['001_identities'],
  calls: serveCalls(oidcCalls, oidcHandlers, { finishOidc: ['sign-in', 'session'] }),
  routes: [registerOidc],
  signInMethod: ({ oidcIssuer, oidcName }) => (oidcIssuer ? oidcName : undefined),
  unlinkAccount: deleteIdentities,
});
