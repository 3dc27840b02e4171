import type { NewAccount } from 'portal-frame/server/accounts';

export { emailOf, PASSWORD, TIME_ZONE } from 'portal-frame/testing/helpers';

/** Hours that set no limit, so that a test with other hours enters them. */
const shiftTiming = 'Always (12AM - 11:59PM)';

/** Everybody of the tests: e-mail addresses by name. */
export const PEOPLE = {
  admin: { role: 'admin', fullName: 'Ada Admin' },
  employee: { role: 'employee', fullName: 'Zoë Ångström', employeeCode: 'EMP-007', shiftTiming },
  employee2: { role: 'employee', fullName: 'Ben Basic', employeeCode: 'EMP-008', shiftTiming },
  laboratory: { role: 'laboratory', fullName: 'Northside Lab' },
  laboratory2: { role: 'laboratory', fullName: 'O’Hara & Søn <Lab>' },
} as const satisfies Record<string, Pick<NewAccount, 'role' | 'fullName' | 'employeeCode' | 'shiftTiming'>>;
export type Person = keyof typeof PEOPLE;
