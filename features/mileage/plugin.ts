import { definePlugin } from 'portal-frame/plugin';
import resource from './resources/trips.ts';
import en from './texts/en.ts';

/** Miles that employees drive to visits, typed or planned, shared by the visits of a trip. */
export const mileage = definePlugin({
  name: 'mileage',
  frame: '^0.1',
  needs: ['app', 'runSheet'],
  texts: { en, es: () => import('./texts/es.ts') },
  resources: [resource as never],
});
