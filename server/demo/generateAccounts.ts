import { type AccountContext, createAccount, type NewAccount } from 'portal-frame/server/accounts';
import type { AccountRow } from 'portal-frame/server/database';
import { toWireTimings, WEEKDAYS } from 'portal-frame/wire';
import type { Clock } from './demoClock.ts';
import type { Random } from './demoRandom.ts';
import { ADMIN, type DemoLaboratory, type DemoPerson, EMPLOYEES, LABORATORIES } from './demoStaff.ts';
import { drawLaboratorySign, drawPortrait } from './drawPictures.ts';
import type { FileWriter } from './fileWriter.ts';

/** Employees and laboratories are in the order of demoStaff.ts. */
export interface DemoAccounts {
  admin: NewAccount;
  employees: NewAccount[];
  laboratories: NewAccount[];
}

/** Everybody joined at 9 AM, in minutes. */
const JOIN_TIME = 9 * 60;
/** Days since the first laboratory joined, and days between two of them. */
const FIRST_LABORATORY_AGE = 1600;
const LABORATORY_INTERVAL = 210;

export async function generateAccounts(
  random: Random,
  files: FileWriter,
  clock: Clock,
  passwordHash: string,
): Promise<DemoAccounts> {
  const common = ({ hasPhoto: _, ...person }: DemoPerson) => ({ ...person, passwordHash });
  const photo = ({ hasPhoto }: DemoPerson, draw: () => Promise<Buffer>) =>
    hasPhoto ? files.save(draw(), 'jpg') : Promise.resolve(null);
  const face = (person: DemoPerson & { gender: string }) =>
    photo(person, () => drawPortrait(random, person.gender === 'Female'));
  const hired = (daysAgo: number) => ({ hireDate: clock.day(-daysAgo), createdAt: clock.at(-daysAgo, JOIN_TIME) });

  const { hiredDaysAgo, ...admin } = ADMIN;
  return {
    admin: { ...common(admin), role: 'admin', ...hired(hiredDaysAgo), image: await face(ADMIN) },
    employees: await Promise.all(
      EMPLOYEES.map(async ({ code, hiredDaysAgo: daysAgo, ...person }) => ({
        ...common(person),
        role: 'employee' as const,
        employeeCode: code,
        ...hired(daysAgo),
        image: await face({ ...person }),
      })),
    ),
    laboratories: await Promise.all(
      LABORATORIES.map(async ({ week, saturday, ...person }, index) => ({
        ...common(person),
        role: 'laboratory' as const,
        timings: toTimings({ week, saturday }),
        createdAt: clock.at(index * LABORATORY_INTERVAL - FIRST_LABORATORY_AGE, JOIN_TIME),
        image: await photo(person, () => drawLaboratorySign(random)),
      })),
    ),
  };
}

export async function insertAccounts(context: AccountContext, list: readonly NewAccount[]): Promise<AccountRow[]> {
  const rows: AccountRow[] = [];
  for (const account of list) rows.push(await createAccount(context, account));
  return rows;
}

function toTimings({ week, saturday }: Pick<DemoLaboratory, 'week' | 'saturday'>) {
  const days = WEEKDAYS.slice(0, 5).map((day) => ({ day, start: week[0], end: week[1] }));
  return toWireTimings(saturday ? [...days, { day: WEEKDAYS[5], start: saturday[0], end: saturday[1] }] : days);
}
