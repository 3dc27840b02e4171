import { getDayRange, getToday, type Services } from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { WIRE_FIELD_NAMES } from '../../src/wire/appointments/newAppointment.ts';
import { loadPlanRules, toPlannedVisits } from '../plan/loadPlanRules.ts';
import type { PlanRules, WhyNot } from '../plan/planRules.ts';
import { whyNot } from '../plan/whyNot.ts';
import { selectScheduled } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import type { Question } from './booking.ts';

type PlanServices = Pick<Services, 'collections' | 'config'>;

/** Lists the reasons against a booking, by the rules that were entered; none for a visit that is not pending. */
export async function findReasons(
  db: Db,
  row: AppointmentRow,
  employeeId: string,
  services: PlanServices,
  known?: PlanRules,
): Promise<WhyNot[]> {
  if (row.status !== 'Pending') return [];
  const rules = known ?? (await loadPlanRules({ ...services, db }));
  if (!rules.entered) return [];
  const { timeZone } = rules;
  const owner = { column: 'employee_id', id: employeeId } as const;
  const rows = await selectScheduled(db, getDayRange(getToday(timeZone, row.scheduled_at), timeZone), owner)
    .selectAll()
    .where('status', '=', 'Pending')
    .where('id', '!=', row.id)
    .execute();
  const [visit, ...others] = await toPlannedVisits({ ...services, db }, rules, [row, ...rows]);
  return visit ? whyNot(rules, visit, employeeId, visit.at, others) : [];
}

/** Asks before a booking against the rules. The plain overlap has a question of its own, `overlap`. */
export async function planQuestions(
  db: Db,
  row: AppointmentRow,
  employeeId: string,
  services: PlanServices,
  overlap: Question | undefined,
): Promise<Question[]> {
  const reasons = await findReasons(db, row, employeeId, services);
  return reasons
    .filter(({ code }) => !(overlap && code === 'overlap'))
    .map(({ code, parameters }) => ({
      message: `plan.reasons.${code}`,
      args: parameters,
      field: code === 'window' || code === 'holiday' ? 'appointmentDateTime' : WIRE_FIELD_NAMES.employee,
    }));
}
