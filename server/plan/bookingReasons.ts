import {
  getDayRange,
  getServerTexts,
  getToday,
  records,
  type Services,
  type TransactionContext,
  trustedContext,
} from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { selectScheduled } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { loadPlanRules, toPlannedVisits } from './loadPlanRules.ts';
import type { PlanRules, WhyNot } from './planRules.ts';
import { whyNot } from './whyNot.ts';

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

/** Keeps the reasons that a dispatcher overrode. Returns the audit entries. */
export async function keepOverride(
  tx: TransactionContext,
  row: AppointmentRow,
  reasons: readonly WhyNot[],
  note?: string,
): Promise<{ operation: 'create'; resource: string; recordId: string }[]> {
  if (reasons.length === 0) return [];
  const { formatMessage } = getServerTexts('en');
  const texts = reasons.map(({ code, parameters }) => formatMessage(`plan.reasons.${code}`, parameters));
  const { id } = await records(trustedContext(tx)).create('planOverrides', {
    ...{ appointment: row.id, employee: row.employee_id, reasons: texts.join('\n') },
    ...(note && { note }),
  });
  return [{ operation: 'create', resource: 'planOverrides', recordId: id }];
}
