import { defineSettings } from 'portal-frame/app';
import { MONEY_RESOURCES } from './wire/money/moneyKinds.ts';

export default defineSettings({
  // Lists that are not in the sidebar of spec 2.
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
    {
      name: 'money',
      title: { en: 'Money', es: 'Dinero' },
      hint: {
        en: 'Prices, pay, the ledger of visits, and the closing of a month.',
        es: 'Precios, pagos, el libro de las visitas y el cierre del mes.',
      },
      resources: MONEY_RESOURCES,
    },
    {
      name: 'planning',
      title: 'plan.title',
      hint: 'plan.hint',
      resources: [
        ...(['shifts', 'timeOff', 'closedDays', 'workRules', 'skills', 'credentials'] as const),
        ...(['facilities', 'standingOrders', 'zones', 'zipPlaces', 'visitNeeds', 'planOverrides'] as const),
      ],
    },
  ],
  sections: [{ name: 'feed', roles: ['employee'], component: () => import('./pages/settings/CalendarFeed.tsx') }],
});
