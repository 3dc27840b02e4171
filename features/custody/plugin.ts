import { definePlugin } from 'portal-frame/plugin';
import { custodyGroup } from './resources/custodyGroup.ts';
import handOvers from './resources/handOvers.ts';
import handOverTubes from './resources/handOverTubes.ts';
import en from './texts/en.ts';

/** Custody of tubes: phones and the server record each step, and hand-overs are given by phone and scanned on arrival. */
export const custody = definePlugin({
  name: 'custody',
  frame: '^0.1',
  needs: ['app', 'orders', 'runSheet'],
  features: ['custody'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [handOvers as never, handOverTubes as never],
  extend: {
    audit: { choices: { resource: [{ add: 'custody', after: 'admins' }] } },
    drawnTubes: { show: { groups: [custodyGroup] } },
  },
});
