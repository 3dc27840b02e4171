import { definePlugin } from 'portal-frame/plugin';
import { prepareCalendar } from './calendarTimes.ts';
import en from './texts/en.ts';

export type * from './calendarConfig.ts';

/** Lists as a calendar by day, week and month, with lanes, whose entries move by drag and by keys. */
export const calendar = definePlugin({
  name: 'calendar',
  frame: '^0.1',
  texts: { en, es: () => import('./texts/es.ts') },
  keys: () => import('./keys.ts'),
  prepare: prepareCalendar,
});
