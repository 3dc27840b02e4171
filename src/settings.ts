import { defineSettings } from 'portal-frame/app';

/** What the settings of the portal hold beside the frame's own. */
export default defineSettings({
  // The sidebar holds what spec 2 lists and no more: the other lists are reached from the settings.
  links: [
    { name: 'security', title: 'settings.security', hint: 'settings.auditHint', resources: ['audit', 'admins'] },
    {
      name: 'catalogue',
      title: { en: 'Catalogue', es: 'Catálogo' },
      hint: {
        en: 'Tests, the tubes they take, and how long these keep.',
        es: 'Las pruebas, los tubos que llevan y cuánto se conservan.',
      },
      resources: ['tests', 'tubeKinds', 'stabilities'],
    },
    {
      name: 'orders',
      title: { en: 'Orders and tubes', es: 'Pedidos y tubos' },
      hint: {
        en: 'What was ordered, where each tube is, and what went wrong.',
        es: 'Qué se pidió, dónde está cada tubo y qué salió mal.',
      },
      resources: ['testOrders', 'drawnTubes', 'handOvers', 'failedDraws', 'visitTimes'],
    },
  ],
  sections: [{ name: 'feed', roles: ['employee'], component: () => import('./pages/settings/Feed.tsx') }],
});
