import {
  address,
  date,
  defineResource,
  email,
  image,
  longText,
  manage,
  password,
  phone,
  text,
  timings,
  toggle,
} from 'portal-frame';
import { laboratoriesApi } from '../wire/laboratoryApi.ts';

/** Employees only read the name for filters. */
const read = ['admin'] as const;

export default defineResource({
  name: 'laboratories',
  icon: 'science',
  order: 30,
  menu: { form: true },
  fields: {
    fullName: text({ required: true }),
    requestedName: text({ readOnly: true, read }),
    email: email({ required: true, read }),
    username: text({ required: true, unique: true, read }),
    password: password(),
    contactNumber: phone({ required: true, strict: true, read }),
    address: address({ required: true, strict: true, read }),
    about: longText({ most: 2000, read }),
    image: image({ read }),
    jobRole: text({ readOnly: true, read }),
    timings: timings({ required: true, default: [], read }),
    isActive: toggle({ readOnly: true, read }),
    isNotification: toggle({ readOnly: true, read }),
    createdAt: date({ readOnly: true, read }),
  },
  list: {
    layout: 'cards',
    columns: [{ field: 'fullName', photo: 'image', secondary: ['address'] }, 'email', 'contactNumber'],
    search: ['fullName', 'email', 'address'],
    sortable: ['fullName', 'createdAt'],
    sort: { field: 'fullName', order: 'ASC' },
    perPage: 24,
  },
  show: {
    photo: 'image',
    groups: {
      contact: ['email', 'contactNumber', 'address'],
      account: ['username', { field: 'createdAt', label: 'resources.laboratories.joined' }, 'about'],
      timings: ['timings'],
    },
  },
  create: {
    success: 'toasts.laboratoryAdded',
    // Spec 5 has no maximum lengths.
    hostLengthLimits: true,
    groups: {
      laboratory: ['image', { field: 'fullName', wide: true }, 'email', 'contactNumber', 'address', 'about'],
      account: ['username', { field: 'password', required: true }],
      timings: ['timings'],
    },
  },
  edit: { success: 'toasts.laboratoryChanged', except: ['password'] },
  find: { secondary: ['contactNumber', 'address'] },
  actions: {
    approveName: {
      field: 'requestedName',
      placement: 'show',
      success: 'toasts.nameApproved',
      component: () => import('../pages/laboratories/NameDecision.tsx'),
    },
    access: { field: 'fullName', placement: 'show', component: () => import('../pages/access/AccountAccess.tsx') },
    // Shown by the component of `approveName`.
    refuseName: { field: 'requestedName', placement: 'row', success: 'toasts.nameRefused' },
  },
  delete: {
    question: 'resources.laboratories.delete',
    running: 'resources.laboratories.deleting',
    success: 'toasts.laboratoryDeleted',
  },
  roles: {
    admin: { list: '/laboratories', form: '/add-laboratory', can: manage, except: ['import'] },
    employee: { can: ['list'] },
  },
  api: laboratoriesApi,
  table: {
    name: 'accounts',
    columns: { password: null },
    emptyTexts: ['about'],
    where: { role: 'laboratory', deleted_at: null },
  },
});
