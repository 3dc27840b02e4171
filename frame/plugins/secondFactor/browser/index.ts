import { defineBrowserPlugin } from 'portal-frame/plugin';
import { secondFactor } from '../plugin.ts';

/** One file loads all components: their names would be in the bundle of the first list. */
const load = () => import('./places.ts');

export default defineBrowserPlugin(secondFactor, {
  signInStep: async () => (await load()).loadStep(),
  identityProof: async () => (await load()).loadDialog(),
  settingsSwitch: {
    feature: 'twoFactor',
    hint: 'secondFactor.hint',
    component: async () => (await load()).loadSwitch(),
  },
});
