import type { Role } from 'portal-frame';

/** Data of the provider's host in the wire's shapes (spec 3). */
export const PATIENTS = 23;
/** Rows per page, chosen by the host. */
export const ROWS = 7;
const STATUSES = ['Pending', 'Completed', 'Rejected'] as const;
const DAY = 86_400_000;

const employees = ['Zoë Ångström', 'Nia Őri'].map((fullName, index) => ({
  _id: `e${index}`,
  employeeId: `EMP-00${index}`,
  fullName,
  email: `e${index}@host.test`,
  contactNumber: '(212) 555-0100',
  gender: 'Female',
  jobRole: 'Nurse',
  isActive: true,
}));
const laboratories = [{ _id: 'l0', fullName: 'Northside Lab', email: 'l0@host.test', timings: [] }];
const transactions = [
  {
    _id: 't0',
    accountNumber: 'ACC-12345678',
    patientName: 'Ann One',
    dateAndTime: '2026-03-09',
    amount: 80,
    status: 'Pending',
  },
];

const appointment = (index: number) => ({
  _id: `a${index}`,
  patientName: `Patient ${index}`,
  image: 'uploads/photo.png',
  age: 30 + index,
  employeeId: index % 2 ? { employeeId: 'EMP-000', fullName: 'Zoë Ångström' } : undefined,
  labortary: 'Northside Lab',
  // Sometimes missing, which archives show as Normal.
  priorityLevel: index % 3 ? 'High' : undefined,
  appointmentDateTime: new Date(Date.now() + index * 3_600_000).toISOString(),
  status: STATUSES[index % 3] as string,
  documents: ['uploads/order.pdf', 'uploads/photo.png'],
  createdAt: new Date(Date.now() - index * DAY).toISOString(),
});

const appointments = Array.from({ length: PATIENTS }, (_, index) => appointment(index + 1));
const notifications = [
  { _id: 'n0', title: 'New appointment', body: 'For you.', isRead: false, createdAt: '2026-03-09' },
];

const page = (rows: typeof appointments, query: Record<string, string>) => {
  const kept = rows.filter(({ status }) => !query.status || status === query.status);
  const from = (Number(query.page ?? 1) - 1) * ROWS;
  return { appointments: kept.slice(from, from + ROWS), totalPages: Math.max(1, Math.ceil(kept.length / ROWS)) };
};
const profileOf = (role: Role) => ({
  _id: role,
  fullName: `Test ${role}`,
  email: `${role}@demo.test`,
  username: role,
  image: 'uploads/photo.png',
  isActive: true,
  isNotification: true,
  timings: [],
});
const week = [1, 2, 3, 4, 5].map((one) => ({ week: `Week ${one}`, appointmentCount: one }));

/** Returns the data of a reply by call name, or undefined for calls that only return a message. */
export function dataOf(name: string, query: Record<string, string>): unknown {
  const [, role = '', call = ''] = (name.split(' ')[1] ?? '').split('/');
  const counts = {
    totalEmployees: 2,
    totalAppointments: PATIENTS,
    pendingAppointments: 8,
    totalFees: 900,
    totalEarnings: 900,
  };
  const archived = appointments.filter(({ status }) => status !== 'Pending');
  const answers: Record<string, () => unknown> = {
    'get-dashboard': () =>
      role === 'laboratory'
        ? { metrics: counts, weeklyAppointments: { currentLaboratory: week, topLaboratories: [] } }
        : counts,
    'get-today-appointments': () => appointments.slice(0, 3),
    'get-active-employees': () => employees,
    'get-employees': () => employees,
    'get-laboratories': () => laboratories,
    'get-profile': () => profileOf(role as Role),
    'get-appointments': () => page(appointments, query),
    'get-archeived': () => page(archived, query),
    'get-archived': () => page(archived, query),
    'get-notifications': () => notifications,
    'get-transactions': () => transactions,
    'get-total-earning': () => 900,
    'get-recent-transaction': () => transactions,
  };
  return answers[call]?.();
}
