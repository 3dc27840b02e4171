import { dateTime, defineResource, me, text, toggle } from 'portal-frame';
import { notificationsApi } from 'portal-frame/calls';

const own = { can: ['list', 'delete', 'markRead'], where: { account: me } } as const;

export default defineResource({
  name: 'notifications',
  icon: 'notifications',
  order: false,
  label: { one: 'Notification', many: 'Notifications' },
  fields: {
    title: text({ required: true }),
    body: text({ most: 1000 }),
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
  roles: { admin: { list: '/notifications', ...own }, worker: { list: '/worker-notifications', ...own } },
  api: notificationsApi(['admin']),
  table: { name: 'notifications', columns: { account: 'account_id' } },
});
