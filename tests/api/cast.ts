import type { NewAccount } from '../../frame/server/store/accounts.ts';

export const PASSWORD = 'Correct-horse-7';
export const TIME_ZONE = 'America/New_York';

/** Everybody of the tests: e-mail addresses by name. */
export const PEOPLE = {
  admin: { role: 'admin', fullName: 'Ada Admin' },
  employee: { role: 'employee', fullName: 'Zoë Ångström', employeeCode: 'EMP-007' },
  employee2: { role: 'employee', fullName: 'Ben Basic', employeeCode: 'EMP-008' },
  laboratory: { role: 'laboratory', fullName: 'Northside Lab' },
  laboratory2: { role: 'laboratory', fullName: 'O’Hara & Søn <Lab>' },
} as const satisfies Record<string, Pick<NewAccount, 'role' | 'fullName' | 'employeeCode'>>;
export type Person = keyof typeof PEOPLE;
export const emailOf = (person: Person) => `${person}@example.test`;
