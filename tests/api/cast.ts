import type { NewAccount } from 'portal-frame/server/accounts';

export { emailOf, PASSWORD, TIME_ZONE } from 'portal-frame/testing/helpers';

/** Everybody of the tests: e-mail addresses by name. */
export const PEOPLE = {
  admin: { role: 'admin', fullName: 'Ada Admin' },
  employee: { role: 'employee', fullName: 'Zoë Ångström', employeeCode: 'EMP-007' },
  employee2: { role: 'employee', fullName: 'Ben Basic', employeeCode: 'EMP-008' },
  laboratory: { role: 'laboratory', fullName: 'Northside Lab' },
  laboratory2: { role: 'laboratory', fullName: 'O’Hara & Søn <Lab>' },
} as const satisfies Record<string, Pick<NewAccount, 'role' | 'fullName' | 'employeeCode'>>;
export type Person = keyof typeof PEOPLE;
