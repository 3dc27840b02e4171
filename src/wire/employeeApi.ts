import { z } from 'zod';
import {
  type AnyRecord,
  bindUnpagedList,
  type ChangeBinding,
  type ResourceApi,
  unpagedCallOptions,
} from '../../frame/wire/binding.ts';
import { call, failureTexts } from '../../frame/wire/call.ts';
import { address, email, newPassword, pastDay, phone, required, text } from '../../frame/wire/rules.ts';
import {
  asObject,
  asText,
  normalizeContactNumber,
  toChangedFormFields,
  toFormFields,
} from '../../frame/wire/wireValues.ts';
import { DEPARTMENTS, GENDERS } from './enums.ts';

/** An employee as the wire has it (spec 3). */
export const wireEmployee = z.object({
  _id: z.string(),
  employeeId: z.string(),
  fullName: z.string(),
  image: z.string().nullish(),
  email: z.string().nullish(),
  contactNumber: z.string().nullish(),
  address: z.string().nullish(),
  gender: z.string().nullish(),
  hireDate: z.string().nullish(),
  jobRole: z.string().nullish(),
  department: z.string().nullish(),
  shiftTiming: z.string().nullish(),
  about: z.string().nullish(),
  username: z.string().nullish(),
  role: z.string().nullish(),
  isActive: z.boolean().nullish(),
  isNotification: z.boolean().nullish(),
  createdAt: z.string().nullish(),
});

/** An employee in our words; `employeeId` is the employee's code, `id` the record's. */
export interface Employee extends AnyRecord {
  employeeId: string;
  fullName: string;
  image: string | null;
  email: string;
  contactNumber: string;
  address: string;
  gender: string;
  hireDate: string | null;
  jobRole: string;
  department: string;
  shiftTiming: string;
  about: string;
  username: string;
  isActive: boolean | null;
  createdAt: string | null;
}

/** Reads one employee of either host; what is missing becomes '' or null. */
export function readEmployee(value: unknown): Employee {
  const wire = asObject(value);
  const texts = [
    'employeeId',
    'fullName',
    'email',
    'contactNumber',
    'address',
    'gender',
    'jobRole',
    'department',
    'shiftTiming',
    'about',
    'username',
  ];
  return {
    ...Object.fromEntries(texts.map((name) => [name, asText(wire[name])])),
    id: asText(wire._id) || asText(wire.employeeId),
    image: asText(wire.image) || null,
    hireDate: asText(wire.hireDate) || null,
    isActive: typeof wire.isActive === 'boolean' ? wire.isActive : null,
    createdAt: asText(wire.createdAt) || null,
  } as Employee;
}

const newEmployee = z.object({
  fullName: required('fullName'),
  email: required('email').pipe(email),
  contactNumber: required('contactNumber').pipe(phone),
  address: required('address', 500).pipe(address),
  hireDate: required('hireDate').pipe(pastDay(undefined, 'validation.hireDate')),
  employeeId: required('employeeId').max(64, { error: 'validation.tooLong' }),
  username: required('username'),
  password: newPassword,
  jobRole: required('jobRole'),
  shiftTiming: required('shiftTiming'),
  about: text().optional(),
  gender: required('gender').pipe(
    z
      .enum([...GENDERS, 'Other'], { error: 'validation.gender' })
      .transform((value) => (value === 'Other' ? 'Others' : value)),
  ),
  department: required('department').pipe(z.enum(DEPARTMENTS, { error: 'validation.department' })),
});

const changedEmployee = newEmployee.omit({ password: true });

const employeesFailure = { refused: 'errors.loadEmployees', lost: 'errors.fetchEmployees' };
const everyone = z.array(wireEmployee);

export const employeeCalls = {
  adminEmployees: call({
    method: 'GET',
    path: '/admin/get-employees',
    roles: ['admin'],
    summary: 'All employees.',
    ...unpagedCallOptions,
    data: everyone,
    failure: employeesFailure,
  }),
  activeEmployees: call({
    method: 'GET',
    path: '/admin/get-active-employees',
    roles: ['admin'],
    summary: 'The employees whose account is active.',
    data: everyone,
    failure: employeesFailure,
  }),
  laboratoryEmployees: call({
    method: 'GET',
    path: '/laboratory/get-employees',
    roles: ['laboratory'],
    summary: 'All employees, for filtering.',
    data: everyone,
    failure: employeesFailure,
  }),
  addEmployee: call({
    method: 'POST',
    path: '/admin/add-employee',
    roles: ['admin'],
    summary: 'Add an employee with an account of their own.',
    reauthenticate: 'always',
    body: newEmployee,
    files: { image: { accepts: 'image', maxFiles: 1 } },
    data: wireEmployee,
    failure: failureTexts('errors.addEmployee'),
    timeout: 120_000,
  }),
  changeEmployee: call({
    method: 'POST',
    path: '/admin/change-employee/{id}',
    roles: ['admin'],
    feature: 'people',
    summary: 'Change what an employee was added with, but the password.',
    reauthenticate: 'sometimes',
    body: changedEmployee,
    files: { image: { accepts: 'image', maxFiles: 1 } },
    data: wireEmployee,
    failure: failureTexts('errors.updateEmployee'),
    timeout: 120_000,
  }),
  setEmployeeActive: call({
    method: 'POST',
    path: '/admin/set-employee-active/{id}',
    roles: ['admin'],
    feature: 'people',
    summary: 'Deactivate or activate an employee; deactivation ends their sessions and leaves their visits.',
    reauthenticate: 'always',
    body: z.object({ isActive: z.boolean({ error: 'validation.invalid' }) }),
    data: wireEmployee,
    failure: failureTexts('errors.updateEmployee'),
  }),
  deleteEmployee: call({
    method: 'POST',
    path: '/admin/delete-employee/{id}',
    roles: ['admin'],
    summary: 'Delete an employee; the appointments they did are kept.',
    reauthenticate: 'always',
    data: z.null(),
    failure: failureTexts('errors.deleteEmployee'),
  }),
};

const setActive: ChangeBinding = {
  call: employeeCalls.setEmployeeActive,
  params: ({ id }) => ({ id }),
  body: ({ values }) => ({ isActive: values.isActive }),
  read: readEmployee,
};

/** How the resource `employees` reaches its calls. */
export const employeesApi: ResourceApi = {
  list: {
    admin: bindUnpagedList(employeeCalls.adminEmployees, readEmployee),
    laboratory: bindUnpagedList(employeeCalls.laboratoryEmployees, readEmployee),
  },
  create: {
    admin: {
      call: employeeCalls.addEmployee,
      body: ({ values }) => toFormFields(Object.keys(newEmployee.shape), normalizeContactNumber(values)),
    },
  },
  edit: {
    admin: {
      call: employeeCalls.changeEmployee,
      params: ({ id }) => ({ id }),
      body: ({ values }) => toChangedFormFields(Object.keys(changedEmployee.shape), normalizeContactNumber(values)),
      read: readEmployee,
    },
  },
  actions: { deactivate: { admin: setActive }, activate: { admin: setActive } },
  delete: { admin: { call: employeeCalls.deleteEmployee, params: ({ id }) => ({ id }) } },
};

/** The active employees of the admin's dashboard. */
export const activeEmployeesApi = bindUnpagedList(employeeCalls.activeEmployees, readEmployee);
