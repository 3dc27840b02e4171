import { defineBrowserPlugin } from 'portal-frame/plugin';
import { plan } from '../plugin.ts';

const PEOPLE = [
  'shifts',
  'timeOff',
  'closedDays',
  'skills',
  'credentials',
  'facilities',
  'zones',
  'workRules',
  'zipPlaces',
];

export default defineBrowserPlugin(plan, {
  visitTimes: () => import('./VisitTimes.tsx'),
  sections: {
    work: [
      { add: 'visitNeeds', after: 'failedDraws' },
      { add: 'planOverrides', after: 'visitNeeds' },
    ],
    people: PEOPLE.map((add) => ({ add })),
  },
});
