import { defineBrowserPlugin } from 'portal-frame/plugin';
import { visitResults } from '../plugin.ts';

export default defineBrowserPlugin(visitResults, {
  sections: { money: [{ add: 'visitResults', after: 'heldFacts' }] },
});
