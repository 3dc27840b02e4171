import { defineBrowserPlugin } from 'portal-frame/plugin';
import { oidc } from '../plugin.ts';

export default defineBrowserPlugin(oidc, {
  finishSignIn: async (outcome) => (await import('./oidcRequest.ts')).finishOidc(outcome),
});
