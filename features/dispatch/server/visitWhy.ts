import { type Account, getToday, type Services } from 'portal-frame/server';
import { findOpenConflicts, loadAbsences } from '../../../server/calls/planning/bookingRules.ts';
import type { AppointmentRow } from '../../../server/store/schema.ts';
import type { VisitWhy } from '../../../server/visitParts.ts';
import type { Tab } from '../../../src/wire/choices.ts';

/** Finds who had these unassigned visits before, and whether they are absent on the day. */
async function findLastEmployees(services: Services, rows: readonly AppointmentRow[]) {
  const ids = [...new Set(rows.flatMap((row) => row.former_employee_id ?? []))];
  if (ids.length === 0) return () => ({});
  const accounts = services.db.selectFrom('accounts').select(['id', 'full_name']).where('id', 'in', ids);
  const names = new Map((await accounts.execute()).map(({ id, full_name: name }) => [id, name]));
  const isAbsent = await loadAbsences(services);
  return (row: AppointmentRow): VisitWhy => {
    const id = row.former_employee_id ?? '';
    const [fullName, day] = [names.get(id), getToday(services.config.timeZone, row.scheduled_at)];
    return fullName ? { lastEmployee: { fullName, absent: isAbsent(id, day) } } : {};
  };
}

/** Loads why visits are in a tab of the dispatcher. Returns a function that gives that of one. */
export async function loadVisitWhy(
  services: Services,
  { role }: Pick<Account, 'role'>,
  tab: Tab,
  rows: readonly AppointmentRow[],
): Promise<(row: AppointmentRow) => VisitWhy> {
  if (role === 'admin' && tab === 'unassigned') return findLastEmployees(services, rows);
  if (role !== 'admin' || tab !== 'conflicts') return () => ({});
  const conflicts = await findOpenConflicts(services);
  return ({ id }) => ({ against: [...(conflicts.get(id) ?? [])] });
}
