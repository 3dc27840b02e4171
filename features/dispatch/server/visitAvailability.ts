import {
  type CallHandler,
  createEventLoopYield,
  getDayRange,
  getToday,
  HttpError,
  parseLocalTime,
} from 'portal-frame/server';
import type { Db } from 'portal-frame/server/database';
import { loadAgainst } from '../../../server/calls/planning/bookingRules.ts';
import { selectScheduled } from '../../../server/store/appointments.ts';
import { findActiveEmployees } from '../../../server/store/people.ts';
import { type dispatchCalls, MAX_BULK_APPOINTMENTS } from '../wire/dispatchApi.ts';

/** Parses times separated by commas; null if one is invalid. */
function momentsOf(text: string, zone: string): number[] | null {
  try {
    return text.split(',').map((one) => parseLocalTime(one, zone));
  } catch {
    return null;
  }
}

/** Finds the visits of each employee on the days of these moments, without those that are moved to them. */
async function findBusyTimes(db: Db, moments: readonly number[], moved: ReadonlySet<string>, zone: string) {
  const days = [...new Set(moments.map((at) => getToday(zone, at)))];
  const found = await Promise.all(
    days.map((day) =>
      selectScheduled(db, getDayRange(day, zone))
        .select(['id', 'employee_id as employee', 'scheduled_at as at'])
        .where('employee_id', 'is not', null)
        .where('status', '!=', 'Rejected')
        .execute(),
    ),
  );
  return Map.groupBy(
    found.flat().filter(({ id }) => !moved.has(id)),
    ({ employee }) => employee,
  );
}

/**
 * Returns for each active employee the number of visits on the days of the requested times, and the minutes from the
 * first time to the nearest of them. It also counts the requested visits that they cannot make, with the reasons.
 */
export const availability: CallHandler<typeof dispatchCalls.availability> = async ({ body }, services) => {
  const { db, config } = services;
  const moments = momentsOf(body.at, config.timeZone);
  if (!moments || moments.length > MAX_BULK_APPOINTMENTS) throw HttpError.forField('at', 400, 'validation.dateTime');
  const moved = new Set(body.but?.split(','));
  const busy = await findBusyTimes(db, moments, moved, config.timeZone);
  const ids = body.but?.split(',') ?? [];
  const readAgainst = await loadAgainst(services, { moments, ids, zip: body.zip, laboratory: body.laboratory });
  const rest = createEventLoopYield();
  const data = [];
  for (const { id } of await findActiveEmployees(db)) {
    await rest();
    const distances = (busy.get(id) ?? []).map(({ at }) => Math.abs(at - (moments[0] ?? 0)));
    data.push({
      ...{ _id: id, visits: distances.length, ...readAgainst(id) },
      nearest: distances.length > 0 ? Math.round(Math.min(...distances) / 60_000) : null,
    });
  }
  return { data };
};
