import type { Where } from 'portal-frame';
import { getToday, type Services } from 'portal-frame/server';
import { findOpenConflicts } from '../../../server/calls/planning/bookingRules.ts';
import type { Tab } from '../../../src/wire/choices.ts';

/** Returns the condition of each tab of the admins' appointment list. Days are those of the time zone `zone`. */
export function tabFilters(zone: string, now = Date.now()): Record<Exclude<Tab, 'conflicts'>, Where> {
  const day = getToday(zone, now);
  const pending = { status: 'Pending' } as const;
  return {
    unassigned: { ...pending, employee: null },
    today: { appointmentDateTime: day },
    upcoming: { ...pending, appointmentDateTime: { gt: day } },
    late: { ...pending, visitState: { not: 'done' }, appointmentDateTime: { lt: new Date(now).toISOString() } },
    done: { ...pending, visitState: 'done' },
  };
}

/** Returns the condition of a tab. */
export const findTabFilter = async (services: Services, tab: Tab): Promise<Where> =>
  tab === 'conflicts'
    ? { id: { in: [...(await findOpenConflicts(services)).keys()] } }
    : tabFilters(services.config.timeZone)[tab];
