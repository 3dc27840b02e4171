import { defineResource } from '../config/resource.ts';
import { dateTime, text, toggle } from '../fields/index.ts';
import { notificationsApi } from '../wire/notifications.ts';

const can = ['list', 'delete', 'markRead'] as const;

/** What a person was told (spec 2); one screen for all roles, reached by the bell. */
export default defineResource({
  name: 'notifications',
  icon: 'notifications',
  order: false,
  menu: { list: 'nav.notifications' },
  fields: {
    title: text({ required: true }),
    body: text({ most: 1000 }),
    isRead: toggle(),
    createdAt: dateTime(),
  },
  list: {
    columns: ['title', 'body', 'createdAt'],
    sort: { field: 'createdAt', order: 'DESC' },
    perPage: 200,
    empty: 'resources.notifications.empty',
    component: () => import('../pages/Notifications.tsx'),
  },
  header: { place: 'end', component: () => import('../pages/notifications/Bell.tsx') },
  actions: { markRead: { field: 'isRead', in: 'show' } },
  roles: {
    admin: { list: '/notifications', can },
    employee: { list: '/employee-notifications', can },
    laboratory: { list: '/laboratory-notifications', can },
  },
  api: notificationsApi,
});
