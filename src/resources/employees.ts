import {
  address,
  choice,
  date,
  defineResource,
  email,
  image,
  longText,
  manage,
  password,
  phone,
  text,
  toggle,
} from 'portal-frame';
import { DEPARTMENTS, GENDERS, SHIFTS } from '../wire/choices.ts';
import { employeesApi } from '../wire/employeeApi.ts';

/** Laboratories only read fields for filters and for the expected person. */
const read = ['admin'] as const;

export default defineResource({
  name: 'employees',
  icon: 'people',
  order: 20,
  menu: { form: true },
  fields: {
    fullName: text({ required: true }),
    email: email({ required: true, read }),
    contactNumber: phone({ required: true, strict: true, read }),
    address: address({ required: true, strict: true, read }),
    hireDate: date({ required: true, past: true, message: 'validation.hireDate', read }),
    employeeId: text({ required: true, most: 64, unique: true }),
    username: text({ required: true, unique: true, read }),
    password: password(),
    jobRole: text({ required: true }),
    shiftTiming: choice({ required: true, choices: SHIFTS, open: true, read }),
    about: longText({ most: 2000, read }),
    gender: choice({ required: true, choices: GENDERS, message: 'validation.gender', read }),
    department: choice({ required: true, choices: DEPARTMENTS, message: 'validation.department', read }),
    image: image(),
    isActive: toggle({ readOnly: true }),
    isNotification: toggle({ readOnly: true, read }),
    createdAt: date({ readOnly: true, read }),
  },
  list: {
    layout: 'cards',
    columns: [{ field: 'fullName', photo: 'image', secondary: ['jobRole', 'employeeId'] }, 'email', 'contactNumber'],
    search: ['fullName', 'employeeId', 'email'],
    sortable: ['fullName', 'employeeId', 'hireDate'],
    sort: { field: 'fullName', order: 'ASC' },
    perPage: 24,
  },
  show: {
    photo: 'image',
    subtitle: ['jobRole'],
    groups: {
      work: ['employeeId', { field: 'hireDate', label: 'resources.employees.joined' }, 'department', 'shiftTiming'],
      contact: ['email', 'contactNumber', 'address'],
      person: ['gender', 'about'],
    },
  },
  create: {
    success: 'toasts.employeeAdded',
    // Spec 5 has no maximum lengths.
    hostLengthLimits: true,
    groups: {
      person: ['image', 'fullName', 'gender', 'about'],
      contact: ['email', 'contactNumber', 'address'],
      work: ['employeeId', 'hireDate', 'jobRole', 'department', { field: 'shiftTiming', wide: true }],
      account: ['username', { field: 'password', required: true }],
    },
  },
  edit: { success: 'toasts.employeeChanged', except: ['password'] },
  find: { secondary: ['employeeId', 'contactNumber'] },
  actions: {
    deactivate: {
      field: 'isActive',
      placement: 'header',
      when: { isActive: true },
      value: false,
      question: 'resources.employees.deactivateQuestion',
      label: 'resources.employees.deactivate',
      success: 'resources.employees.deactivated',
    },
    activate: {
      field: 'isActive',
      placement: 'header',
      when: { isActive: false },
      value: true,
      label: 'resources.employees.activate',
      success: 'resources.employees.activated',
    },
    access: { field: 'fullName', placement: 'show', component: () => import('../pages/access/AccountAccess.tsx') },
  },
  delete: {
    question: 'resources.employees.delete',
    warning: { text: 'resources.employees.deleteWarning', feature: 'people' },
    running: 'resources.employees.deleting',
    success: 'toasts.employeeDeleted',
  },
  roles: {
    admin: { list: '/employees', form: '/add-employee', can: manage, except: ['import'] },
    laboratory: { can: ['list'] },
  },
  api: employeesApi,
  table: {
    name: 'accounts',
    columns: { employeeId: 'employee_code', password: null },
    emptyTexts: ['about'],
    where: { role: 'employee', deleted_at: null },
  },
});
