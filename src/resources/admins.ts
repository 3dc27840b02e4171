import { date, defineResource, email, image, phone, text, toggle } from 'portal-frame';
import { adminsApi } from '../wire/adminApi.ts';

/** Linked from the settings, as spec 2 lists the sidebar's entries. */
export default defineResource({
  name: 'admins',
  icon: 'person',
  order: false,
  fields: {
    fullName: text({ required: true }),
    email: email({ required: true }),
    username: text({ required: true, unique: true }),
    contactNumber: phone(),
    image: image({ readOnly: true }),
    isActive: toggle({ readOnly: true }),
    createdAt: date({ readOnly: true }),
  },
  list: {
    layout: 'cards',
    columns: [{ field: 'fullName', photo: 'image', secondary: ['username'] }, 'email', 'contactNumber'],
    search: ['fullName', 'email', 'username'],
    sortable: ['fullName', 'createdAt'],
    sort: { field: 'fullName', order: 'ASC' },
    perPage: 24,
  },
  show: {
    photo: 'image',
    groups: { account: ['email', 'contactNumber', 'username', 'createdAt'] },
  },
  create: {
    success: 'toasts.adminAdded',
    groups: { account: ['fullName', 'email', 'username', 'contactNumber'] },
  },
  actions: {
    access: { field: 'fullName', placement: 'show', component: () => import('../pages/access/AccountAccess.tsx') },
  },
  delete: {
    question: 'resources.admins.delete',
    running: 'resources.admins.deleting',
    success: 'toasts.adminDeleted',
  },
  roles: { admin: { list: '/admins', form: '/add-admin', can: ['list', 'show', 'create', 'delete', 'access'] } },
  api: adminsApi,
  table: { name: 'accounts', emptyTexts: ['contactNumber'], where: { role: 'admin', deleted_at: null } },
});
