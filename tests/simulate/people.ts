/** Everybody of a simulated day, by the names that the trace uses. */
export const PEOPLE = {
  Dana: { role: 'admin', fullName: 'Dana Dispatcher' },
  Marisol: { role: 'employee', fullName: 'Marisol Vega', employeeCode: 'EMP-1' },
  Ömer: { role: 'employee', fullName: 'Ömer Şahin', employeeCode: 'EMP-2' },
  Lin: { role: 'employee', fullName: 'Lin Wei', employeeCode: 'EMP-3' },
  Northside: { role: 'laboratory', fullName: 'Northside Lab' },
  'O’Hara': { role: 'laboratory', fullName: 'O’Hara & Søn' },
} as const;

export type Person = keyof typeof PEOPLE;
export const EMPLOYEES = ['Marisol', 'Ömer', 'Lin'] as const satisfies readonly Person[];
export const LABORATORIES = ['Northside', 'O’Hara'] as const satisfies readonly Person[];
export const emailOf = (person: Person): string =>
  `${PEOPLE[person].fullName.slice(0, 3).toLowerCase()}@example.test`.normalize('NFKD').replace(/[^\x21-\x7e]/g, '');
export const PASSWORD = 'Correct-horse-7';
