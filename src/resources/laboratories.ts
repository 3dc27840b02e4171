import { defineResource } from '../config/resource.ts';
import { address, date, email, image, longText, password, phone, text, timings } from '../fields/index.ts';
import { laboratoriesApi } from '../wire/laboratories.ts';

/** What a laboratory is added with, and may be corrected later. */
const laboratory = {
  label: 'resources.laboratories.groups.laboratory',
  fields: [
    { field: 'image', wide: true },
    { field: 'fullName', wide: true },
    'email',
    'contactNumber',
    { field: 'address', wide: true },
    { field: 'about', wide: true },
  ],
} as const;
const week = {
  label: 'resources.laboratories.groups.timings',
  fields: [{ field: 'timings', wide: true }],
} as const;
const account = 'resources.laboratories.groups.account';

/** The laboratories that order appointments (spec 2, 3). */
export default defineResource({
  name: 'laboratories',
  icon: 'science',
  order: 30,
  fields: {
    fullName: text({ required: true }),
    requestedName: text({ readOnly: true }),
    email: email({ required: true }),
    username: text({ required: true, unique: true }),
    password: password({ required: true }),
    contactNumber: phone({ required: true, strict: true }),
    address: address({ required: true, strict: true }),
    about: longText({ most: 2000 }),
    image: image(),
    timings: timings({ required: true, default: [] }),
    createdAt: date({ readOnly: true }),
  },
  list: {
    layout: 'cards',
    columns: [{ field: 'fullName', photo: 'image', under: ['address'] }, 'email', 'contactNumber'],
    search: ['fullName', 'email', 'address'],
    sortable: ['fullName', 'createdAt'],
    sort: { field: 'fullName', order: 'ASC' },
    perPage: 24,
    empty: 'resources.laboratories.empty',
  },
  show: {
    title: 'fullName',
    photo: 'image',
    groups: [
      {
        label: 'resources.laboratories.groups.contact',
        fields: ['email', 'contactNumber', { field: 'address', wide: true }],
      },
      {
        label: 'resources.laboratories.groups.account',
        fields: [
          'username',
          { field: 'createdAt', label: 'resources.laboratories.joined' },
          { field: 'about', wide: true },
        ],
      },
      { label: 'resources.laboratories.groups.timings', fields: [{ field: 'timings', wide: true }] },
    ],
  },
  create: {
    title: 'resources.laboratories.create',
    success: 'toasts.laboratoryAdded',
    // Spec 5 knows no longest length.
    ownLengths: true,
    groups: [laboratory, { label: account, fields: ['username', 'password'] }, week],
  },
  edit: { success: 'toasts.laboratoryChanged', groups: [laboratory, { label: account, fields: ['username'] }, week] },
  find: { field: 'fullName', under: ['contactNumber', 'address'] },
  actions: {
    approveName: {
      field: 'requestedName',
      in: 'show',
      success: 'toasts.nameApproved',
      component: () => import('../pages/laboratories/NameDecision.tsx'),
    },
    access: { field: 'fullName', in: 'show', component: () => import('../pages/access/AccountAccess.tsx') },
    // The button stands beside the one that approves.
    refuseName: { field: 'requestedName', in: 'row', success: 'toasts.nameRefused' },
  },
  delete: {
    question: 'resources.laboratories.delete',
    running: 'resources.laboratories.deleting',
    success: 'toasts.laboratoryDeleted',
  },
  roles: {
    admin: {
      list: '/laboratories',
      form: '/add-laboratory',
      can: ['list', 'show', 'create', 'edit', 'delete', 'export', 'approveName', 'refuseName', 'access'],
    },
    employee: { can: ['list'] },
  },
  api: laboratoriesApi,
});
