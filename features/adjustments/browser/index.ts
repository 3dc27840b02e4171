import { defineBrowserPlugin } from 'portal-frame/plugin';
import { adjustments } from '../plugin.ts';

export default defineBrowserPlugin(adjustments, {
  sections: { money: [{ add: 'adjustments', after: 'ledgerEntries' }] },
  entryTool: () => import('./AdjustEntry.tsx'),
});
