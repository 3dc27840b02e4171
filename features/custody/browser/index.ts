import { defineBrowserPlugin } from 'portal-frame/plugin';
import { custody } from '../plugin.ts';
import { HAND_OVER_PREFIX } from './queuedHandOvers.ts';

export default defineBrowserPlugin(custody, {
  sections: { work: [{ add: 'handOvers', after: 'drawnTubes' }] },
  runSheetTop: () => import('./HandOver.tsx'),
  laboratoryLink: { resource: 'handOvers', filter: { state: 'given' }, label: 'custody.arrivals' },
  queuedItems: { prefix: HAND_OVER_PREFIX, sender: () => import('./sendHandOver.ts'), afterOthers: true },
  deviceLog: () => import('./custodyLog.ts'),
});
