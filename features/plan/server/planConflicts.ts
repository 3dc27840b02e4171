import { type CallHandler, createEventLoopYield, getDayRange, HttpError } from 'portal-frame/server';
import { findAccountsByRole } from 'portal-frame/server/accounts';
import { addDays } from 'portal-frame/wire';
import { selectScheduled } from '../../../server/store/appointments.ts';
import { readTown, readZip } from '../../../src/wire/appointments/zipCode.ts';
import type { planCalls } from '../wire/planApi.ts';
import { findReasonsAmong } from './findBrokenRules.ts';
import { loadPlanRules } from './loadPlanRules.ts';
import { NO_RULES, type PlanRules, type WhyNot } from './planRules.ts';
import { listDayReasons } from './whyNot.ts';
import { listBlocks } from './workingHours.ts';

/** The calendar shows at most six weeks. */
const MAX_DAYS = 42;

/** Lists the reasons why an employee makes no visit at all on a day. */
function listAbsences(rules: PlanRules, employee: string, day: string): WhyNot[] {
  const nothing = { id: '', at: 0, minutes: 0, zip: '', laboratory: null };
  const reasons = listDayReasons(rules, nothing, employee, day).filter(
    ({ code }) => code === 'timeOff' || code === 'holiday' || code === 'noHours',
  );
  const { shifts } = rules.employees.get(employee) ?? NO_RULES;
  const works = listBlocks(shifts, day, rules.timeZone)?.length !== 0;
  return works || reasons.length > 0 ? reasons : [{ code: 'shift', parameters: {} }];
}

/** The zone of an address, else its town, else its ZIP code. */
function nameArea({ findZone }: PlanRules, address: string): string {
  const zip = readZip(address);
  return findZone(zip)?.name ?? (readTown(address) || zip);
}

/** Says what speaks against the pending visits of some days; on one day, also which employees are away. */
export const planConflicts: CallHandler<(typeof planCalls)['planConflicts']> = async (
  { query: { from, to } },
  services,
) => {
  const { db, config } = services;
  if (to < from || to > addDays(from, MAX_DAYS - 1)) throw HttpError.forField('to', 400, 'validation.invalid');
  const range = { from: getDayRange(from, config.timeZone).from, to: getDayRange(to, config.timeZone).to };
  const pending = await selectScheduled(db, range).selectAll().where('status', '=', 'Pending').execute();
  const [rows, unassigned] = [pending.filter((row) => row.employee_id), pending.filter((row) => !row.employee_id)];
  const rules = await loadPlanRules(services);
  const reasons = await findReasonsAmong(db, rows, services, { rules });
  const rest = createEventLoopYield();
  const employees = [];
  for (const { id } of from === to ? await findAccountsByRole(db, 'employee') : []) {
    await rest();
    employees.push({ _id: id, reasons: listAbsences(rules, id, from) });
  }
  return {
    data: {
      visits: [...reasons].map(([at, some]) => ({ _id: rows[at]?.id ?? '', reasons: some })),
      employees: employees.filter((one) => one.reasons.length > 0),
      zones: from === to ? unassigned.map(({ id, address }) => ({ _id: id, name: nameArea(rules, address) })) : [],
    },
  };
};
