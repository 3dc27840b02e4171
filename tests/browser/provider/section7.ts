import { ROLES, type Role } from '../../roles.ts';

/** A call of section 7 and its allowed parameters. */
export interface Listed {
  roles: readonly Role[] | 'public';
  query?: readonly string[];
  json?: readonly string[];
  form?: readonly string[];
  raw?: true;
}

const FILTERS = ['page', 'status', 'priorityLevel', 'dateAndTime', 'sortFields', 'sortOrder'];
const PATIENT = [
  ...['patientName', 'image', 'email', 'age', 'contactNumber', 'accountNumber', 'address', 'dateOfBirth', 'gender'],
  ...['priorityLevel', 'status', 'fees', 'appointmentDateTime', 'specialInstructions', 'documents'],
];
const PERSON = ['fullName', 'email', 'contactNumber', 'address', 'username', 'about', 'image'];
const RESET = { roles: 'public' } as const;
const by = (role: Role, more: Omit<Listed, 'roles'> = {}): Listed => ({ roles: [role], ...more });
const all = (more: Omit<Listed, 'roles'> = {}): Listed => ({ roles: ROLES, ...more });

/** Section 7 of spec.md, written from the text and not from src/wire. */
export const SECTION_7: Record<string, Listed> = {
  'POST /auth/sign-in': { ...RESET, json: ['email', 'password'] },
  'POST /auth/sign-out': all(),
  'POST /common/generate-fcm': all({ json: ['fcmToken'] }),
  'POST /common/forgot-password': { ...RESET, json: ['email', 'role'] },
  'POST /common/verify-otp': { ...RESET, json: ['email', 'otp', 'role'] },
  'POST /common/reset-password': { ...RESET, json: ['userId', 'newPassword', 'role'] },
  'GET /common/get-notifications': all(),
  'POST /common/read-notifications': all({ json: ['notifications'] }),
  'POST /common/delete-notifications': all(),
  'POST /common/toggle-notification': all(),
  'POST /common/toggle-account': all(),
  'POST /common/update-profile': all({ form: [...PERSON, 'gender', 'jobRole', 'hireDate', 'timings'] }),
  'POST /common/change-password': all({ json: ['oldPassword', 'newPassword'] }),

  'GET /admin/get-dashboard': by('admin'),
  'GET /admin/get-today-appointments': by('admin'),
  'GET /admin/get-active-employees': by('admin'),
  'GET /admin/get-employees': by('admin'),
  'GET /admin/get-laboratories': by('admin'),
  'GET /admin/get-profile': by('admin'),
  'GET /admin/get-archeived': by('admin', { query: [...FILTERS, 'labortary', 'employeeId'] }),
  'GET /admin/get-appointments': by('admin', {
    query: [...FILTERS, 'labortary', 'employeeId', 'assigned', 'tracking'],
  }),
  'POST /admin/create-appointment': by('admin', { form: [...PATIENT, 'employeeId', 'labortary'] }),
  'POST /admin/update-appointment/{id}': by('admin', { json: ['status'] }),
  'POST /admin/assign-appointment/{id}': by('admin', { json: ['employeeId'] }),
  'POST /admin/add-employee': by('admin', {
    form: [...PERSON, 'hireDate', 'employeeId', 'password', 'jobRole', 'shiftTiming', 'gender', 'department'],
  }),
  'POST /admin/add-laboratory': by('admin', { form: [...PERSON, 'password', 'timings'] }),
  'POST /admin/delete-employee/{id}': by('admin'),
  'POST /admin/delete-laboratory/{id}': by('admin'),
  'GET /admin/get-transactions': by('admin'),
  'GET /admin/get-total-earning': by('admin'),
  'GET /admin/get-recent-transaction': by('admin'),
  'POST /admin/update-transaction/{id}': by('admin', { json: ['status'] }),

  'GET /employee/get-dashboard': by('employee'),
  'GET /employee/get-profile': by('employee'),
  'GET /employee/get-today-appointments': by('employee'),
  'GET /employee/get-laboratories': by('employee'),
  'GET /employee/get-archeived': by('employee', { query: [...FILTERS, 'labortary'] }),
  'GET /employee/get-appointments': by('employee', { query: [...FILTERS, 'labortary', 'tracking'] }),
  'POST /employee/upload-tracking/{id}': by('employee', { form: ['image'] }),

  'GET /laboratory/get-dashboard': by('laboratory', { raw: true }),
  'GET /laboratory/get-profile': by('laboratory'),
  'GET /laboratory/get-employees': by('laboratory'),
  'GET /laboratory/get-appointments': by('laboratory', { query: [...FILTERS, 'employeeId', 'assigned', 'tracking'] }),
  'GET /laboratory/get-archived': by('laboratory', { query: [...FILTERS, 'employeeId'] }),
  'GET /laboratory/get-today-appointments': by('laboratory'),
  'POST /laboratory/add-appointment': by('laboratory', { form: PATIENT }),
};

export interface Asked {
  name: string;
  query: Record<string, string>;
  fields: string[];
  authorization: string | undefined;
}

const API = '/api/v1';
/** Returns the call's name for a request. */
export const nameOf = (method: string, path: string): string =>
  `${method} ${path.replace(API, '').replace(/^(\/admin\/(?:update|assign|delete)-\w+|\/employee\/upload-tracking)\/[^/]+$/, '$1/{id}')}`;

/** Lists parts of a request that section 7 does not have. */
export function beyond({ name, query, fields, authorization }: Asked, json: boolean): string[] {
  const listed = SECTION_7[name];
  if (!listed) return [`${name}: not a call of section 7`];
  const declared = (json ? listed.json : listed.form) ?? [];
  const signed = listed.roles === 'public' ? authorization === undefined : /^Bearer [\w.-]+$/.test(authorization ?? '');
  const raw = /^[\w.-]+$/.test(authorization ?? '');
  return [
    ...Object.keys(query)
      .filter((one) => !listed.query?.includes(one))
      .map((one) => `${name}: query ${one}`),
    ...fields.filter((one) => !declared.includes(one)).map((one) => `${name}: ${json ? 'JSON' : 'form'} ${one}`),
    ...((listed.raw ? raw : signed) ? [] : [`${name}: Authorization "${authorization}"`]),
    ...('sortFields' in query && !['createdAt', 'patientName'].includes(query.sortFields ?? '')
      ? [`${name}: sortFields=${query.sortFields}`]
      : []),
  ];
}
