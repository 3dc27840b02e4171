import { type AnyRecord, declareCalls, failureTexts, type ResourceApi } from 'portal-frame';
import {
  address,
  bindUnpagedList,
  type ChangeBinding,
  email,
  newPassword,
  optionalBoolean,
  optionalTexts,
  optionalTextsOrNull,
  pastDay,
  phone,
  required,
  text,
  unpagedCallOptions,
  wireRecord,
  wireTexts,
} from 'portal-frame/wire';
import { z } from 'zod';
import { genderRule } from './appointments/newAppointment.ts';
import { DEPARTMENTS } from './choices.ts';
import { bindPersonForms, imageUpload } from './wireRecords.ts';

/** An employee on the wire (spec 3); `employeeId` is the employee's code, `_id` the record's id. */
const employee = wireRecord({
  ...wireTexts('employeeId', 'fullName'),
  ...optionalTexts('email', 'contactNumber', 'address', 'gender', 'jobRole', 'department', 'shiftTiming', 'about'),
  ...optionalTexts('username', 'role'),
  ...optionalTextsOrNull('image', 'hireDate', 'createdAt'),
  isActive: optionalBoolean,
  isNotification: optionalBoolean,
});
export const wireEmployee = employee.schema;

/** Reads an employee of either host. The provider's host may send the code without a record id. */
export function readEmployee(value: unknown): AnyRecord {
  const found = employee.read(value);
  return { ...found, id: found.id || found.employeeId };
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
  gender: required('gender').pipe(genderRule('validation.gender')),
  department: required('department').pipe(z.enum(DEPARTMENTS, { error: 'validation.department' })),
});

const changedEmployee = newEmployee.omit({ password: true });

const employeesFailure = { refused: 'errors.loadEmployees', lost: 'errors.fetchEmployees' };
const employeeList = z.array(wireEmployee);

const { get, post } = declareCalls({});

export const employeeCalls = {
  adminEmployees: get('/admin/get-employees', {
    summary: 'All employees.',
    ...unpagedCallOptions,
    data: employeeList,
    failure: employeesFailure,
  }),
  activeEmployees: get('/admin/get-active-employees', {
    summary: 'The employees whose account is active.',
    data: employeeList,
    failure: employeesFailure,
  }),
  laboratoryEmployees: get('/laboratory/get-employees', {
    summary: 'All employees, for filtering.',
    data: employeeList,
    failure: employeesFailure,
  }),
  addEmployee: post('/admin/add-employee', {
    ignoresUnknownFields: true,
    summary: 'Add an employee with an account of their own.',
    reauthenticate: 'always',
    body: newEmployee,
    ...imageUpload,
    data: wireEmployee,
    failure: failureTexts('errors.addEmployee'),
  }),
  changeEmployee: post('/admin/change-employee/{id}', {
    feature: 'people',
    summary: 'Change what an employee was added with, but the password.',
    reauthenticate: 'sometimes',
    body: changedEmployee,
    ...imageUpload,
    data: wireEmployee,
    failure: failureTexts('errors.updateEmployee'),
  }),
  setEmployeeActive: post('/admin/set-employee-active/{id}', {
    feature: 'people',
    summary: 'Deactivate or activate an employee; deactivation ends their sessions and leaves their visits.',
    reauthenticate: 'always',
    body: z.object({ isActive: z.boolean({ error: 'validation.invalid' }) }),
    data: wireEmployee,
    failure: failureTexts('errors.updateEmployee'),
  }),
  deleteEmployee: post('/admin/delete-employee/{id}', {
    ignoresUnknownFields: true,
    summary: 'Delete an employee; the appointments they did are kept.',
    reauthenticate: 'always',
    failure: failureTexts('errors.deleteEmployee'),
  }),
};

const setActiveBinding: ChangeBinding = {
  call: employeeCalls.setEmployeeActive,
  body: ({ values }) => ({ isActive: values.isActive }),
  read: readEmployee,
};

export const employeesApi: ResourceApi = {
  list: {
    admin: bindUnpagedList(employeeCalls.adminEmployees, readEmployee),
    laboratory: bindUnpagedList(employeeCalls.laboratoryEmployees, readEmployee),
  },
  ...bindPersonForms(employeeCalls.addEmployee, employeeCalls.changeEmployee, readEmployee),
  actions: { deactivate: { admin: setActiveBinding }, activate: { admin: setActiveBinding } },
  delete: { admin: { call: employeeCalls.deleteEmployee } },
};

export const activeEmployeesApi = bindUnpagedList(employeeCalls.activeEmployees, readEmployee);
