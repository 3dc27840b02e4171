import { dateTime, defineResource, me, text, toggle } from 'portal-frame';
import { notificationsApi } from 'portal-frame/calls';
import type { Role } from 'portal-frame/roles';
import { roles } from '../roles.ts';

const own = { can: ['list', 'delete', 'markRead'], where: { account: me } } as const;

/** A person's notifications (spec 2), opened by the bell. */
export default defineResource({
  name: 'notifications',
  icon: 'notifications',
  order: false,
  menu: { list: 'nav.notifications' },
  fields: {
    title: text({ personal: true, required: true }),
    body: text({ personal: true, most: 1000 }),
    isRead: toggle(),
    createdAt: dateTime(),
    resource: text(),
    recordId: text(),
    account: text({ read: [] }),
  },
  list: {
    columns: ['title', 'body', 'createdAt'],
    sort: { field: 'createdAt', order: 'DESC' },
    perPage: 200,
    component: () => import('portal-frame/screens/notifications'),
  },
  header: { placement: 'end', component: () => import('portal-frame/screens/bell') },
  actions: { markRead: { field: 'isRead', placement: 'show' } },
  roles: {
    admin: { list: '/notifications', ...own },
    employee: { list: '/employee-notifications', ...own },
    laboratory: { list: '/laboratory-notifications', ...own },
  },
  api: notificationsApi(Object.keys(roles) as Role[]),
  table: { name: 'notifications', columns: { account: 'account_id' } },
});
