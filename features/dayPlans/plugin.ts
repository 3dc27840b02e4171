import { definePlugin } from 'portal-frame/plugin';
import { dayTool } from './resources/dayTool.ts';
import en from './texts/en.ts';

/** Plans of a day: who makes its visits, in which order and when. */
export const dayPlans = definePlugin({
  name: 'dayPlans',
  frame: '^0.1',
  needs: ['app', 'dispatch', 'calendar', 'plan'],
  texts: { en, es: () => import('./texts/es.ts') },
  extend: {
    appointments: { list: { calendar: { dayTool } } },
  },
});
