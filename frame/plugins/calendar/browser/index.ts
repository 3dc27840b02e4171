import { defineBrowserPlugin } from 'portal-frame/plugin';
import { calendar } from '../plugin.ts';

export type * from '../calendarConfig.ts';
export default defineBrowserPlugin(calendar, {
  listView: {
    isOffered: ({ list }) => list.calendar !== undefined,
    query: 'calendar=day',
    location: () => import('./calendarLocation.ts'),
    texts: { show: 'calendar.show', hide: 'calendar.hide' },
    icon: 'event',
    component: () => import('./CalendarView.tsx'),
  },
  shortcuts: [
    {
      area: 'calendar.shortcuts',
      keys: [
        { keys: '← ↑ ↓ →', text: 'calendar.moveFocus' },
        { keys: 'A', text: 'calendar.assign', action: ({ list }) => list.calendar?.assign },
        { keys: 'M', text: 'calendar.moveEntry', action: ({ list }) => list.calendar?.move },
      ],
    },
  ],
});
