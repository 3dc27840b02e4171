import { dataProvider } from 'portal-frame/browser';
import { expect } from 'vitest';

/** The id in paths. It must be escaped. */
export const ID = 'r/1';
export const photo = () => new File(['x'], 'photo.png', { type: 'image/png' });
export const sentPhoto = expect.objectContaining({ name: 'photo.png', type: 'image/png' });
export const page = { data: { appointments: [], totalPages: 3 } };

export const list =
  (resource: string, filter = {}, field = 'createdAt', order: 'ASC' | 'DESC' = 'DESC') =>
  () =>
    dataProvider.getList(resource, { pagination: { page: 2, perPage: 10 }, sort: { field, order }, filter });
export const create = (resource: string, data: Record<string, unknown>) => () =>
  dataProvider.create(resource, { data });
export const edit = (resource: string, data: Record<string, unknown>) => () =>
  dataProvider.update(resource, { id: ID, data, previousData: { id: ID } });
export const changed = ({ password: _, ...rest }: Record<string, unknown>) => rest;
export const act = (resource: string, action: string, data: Record<string, unknown>) => () =>
  dataProvider.update(resource, { id: ID, data, previousData: { id: ID }, meta: { action } });
export const remove = (resource: string) => () => dataProvider.delete(resource, { id: ID, previousData: { id: ID } });

export const filters = {
  status: 'Completed',
  priorityLevel: 'High',
  laboratory: 'Natera',
  appointmentDate: '2026-03-09',
};
export const sentFilters = { page: '2', status: 'Completed', priorityLevel: 'High', dateAndTime: '2026-03-09' };
export const newest = { sortFields: 'createdAt', sortOrder: '-1' };
export const byName = ['patientName', 'ASC'] as const;
export const sentByName = { sortFields: 'patientName', sortOrder: '1' };

export const patient = {
  patientName: 'Ada Ødegård',
  email: 'ada@example.test',
  age: 71,
  contactNumber: '+15551239999',
  accountNumber: 'ACC-900',
  address: '4 Hill Road',
  dateOfBirth: '1955-02-28',
  gender: 'Female',
  priorityLevel: 'Urgent',
  status: 'Pending',
  fees: 80.5,
  appointmentDateTime: '2026-12-01T08:30',
  specialInstructions: 'Butterfly needle',
};
export const patientFiles = () => ({
  image: photo(),
  documents: [new File(['1'], 'a.pdf', { type: 'application/pdf' }), new File(['2'], 'b.pdf')],
});
export const sentPatient = {
  ...patient,
  age: '71',
  fees: '80.5',
  image: sentPhoto,
  documents: [expect.objectContaining({ name: 'a.pdf' }), expect.objectContaining({ name: 'b.pdf' })],
};

const person = {
  fullName: 'Nia Őri',
  email: 'nia@example.test',
  contactNumber: '+15551230000',
  address: '9 Long Lane',
  username: 'nia',
};
export const sent = { email: person.email, role: 'employee' };
export const newEmployee = {
  ...person,
  hireDate: '2026-01-05',
  employeeId: 'EMP-9',
  password: 'long-enough',
  jobRole: 'Nurse',
  shiftTiming: 'Morning (8AM - 4PM)',
  about: 'Kind',
  gender: 'Female',
  department: 'Laboratory',
};
export const newLaboratory = { ...person, password: 'long-enough', about: 'Small' };
export const week = [
  { day: 'Monday', start: '09:00', end: '17:30' },
  { day: 'Tuesday', start: null, end: null },
];
export const own = { ...person, gender: 'Female', about: 'Kind', jobRole: 'Owner', hireDate: '2020-01-01' };
