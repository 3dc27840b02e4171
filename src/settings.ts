import { defineSettings } from '../frame/app.ts';

/** What the settings of the portal hold beside the frame's own. */
export default defineSettings({
  // The sidebar holds what spec 2 lists and no more: the other lists are reached from the settings.
  links: [
    { name: 'security', title: 'settings.security', hint: 'settings.auditHint', resources: ['audit', 'admins'] },
    {
      name: 'catalogue',
      title: 'orders.catalogue',
      hint: 'orders.catalogueHint',
      resources: ['tests', 'tubeKinds', 'stabilities'],
    },
    {
      name: 'orders',
      title: 'orders.onTheWay',
      hint: 'orders.onTheWayHint',
      resources: ['testOrders', 'drawnTubes', 'handOvers', 'failedDraws', 'visitTimes'],
    },
  ],
  sections: [{ name: 'feed', roles: ['employee'], component: () => import('./pages/settings/Feed.tsx') }],
});
