import { defineBrowserPlugin } from 'portal-frame/plugin';
import { heldClaims } from '../plugin.ts';

export default defineBrowserPlugin(heldClaims, {
  sections: { money: [{ add: 'heldFacts', after: 'trips' }] },
});
