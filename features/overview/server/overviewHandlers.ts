import {
  type CallHandlers,
  getDayRange,
  getMonthRange,
  getToday,
  type TimeRange,
  toIsoString,
} from 'portal-frame/server';
import { ownerOf } from '../../../server/calls/appointmentWire.ts';
import { findOpenConflicts } from '../../../server/calls/planning/bookingRules.ts';
import { earnedIn } from '../../../server/calls/transactions.ts';
import { countUpTo } from '../../../server/store/appointments.ts';
import { sumPay } from '../../../server/visitParts.ts';
import { tabFilters } from '../../dispatch/server/tabFilters.ts';
import { MAX_LISTED_EMPLOYEES, MAX_OVERVIEW_COUNT, type overviewCalls } from '../wire/overviewApi.ts';
import { loadsOf, openPayments, overdueOf, sumLoads } from './overviewCounts.ts';

export const overviewHandlers = {
  async employeeOverview({ account }, services) {
    const { config } = services;
    const owner = ownerOf(account);
    const { from } = getDayRange(getToday(config.timeZone), config.timeZone);
    const before = { appointmentDateTime: { lt: toIsoString(from) } };
    const untracked = { status: 'Completed', trackingImage: null, ...before };
    const [uncollected, ofBefore, pay] = await Promise.all([
      overdueOf(services, owner, from, MAX_OVERVIEW_COUNT),
      countUpTo(services, untracked, MAX_OVERVIEW_COUNT, owner),
      sumPay(services, account.id),
    ]);
    return { data: { uncollected, untracked: ofBefore, pay } };
  },

  async laboratoryOverview({ account }, services) {
    const { db, config } = services;
    const owner = ownerOf(account);
    const now = Date.now();
    const day = getDayRange(getToday(config.timeZone, now), config.timeZone);
    const month = getMonthRange(config.timeZone, now);
    const countCompleted = ({ from, to }: TimeRange) => {
      const range = { gte: toIsoString(from), lt: toIsoString(to) };
      return countUpTo(services, { status: 'Completed', appointmentDateTime: range }, undefined, owner);
    };
    const [ofToday, unassigned, uncollected, ofMonth, before] = await Promise.all([
      loadsOf(db, day, owner),
      countUpTo(services, { status: 'Pending', employee: null }, undefined, owner),
      overdueOf(services, owner, day.from, MAX_OVERVIEW_COUNT),
      countCompleted(month),
      countCompleted(getMonthRange(config.timeZone, month.from - 1)),
    ]);
    return {
      data: { today: sumLoads(ofToday), unassigned, uncollected, completed: { month: ofMonth, before } },
    };
  },

  async overview(_, services) {
    const { db, config } = services;
    const now = Date.now();
    const tabs = tabFilters(config.timeZone, now);
    const count = (tab: keyof typeof tabs, most?: number) => countUpTo(services, tabs[tab], most);
    const month = getMonthRange(config.timeZone, now);
    const payments = (isDue: boolean) => openPayments(db, { now, isDue, most: MAX_OVERVIEW_COUNT });
    const [unassigned, conflicts, late, toConfirm, due, coming, visits, earned, before] = await Promise.all([
      count('unassigned'),
      findOpenConflicts(services, now),
      count('late', MAX_OVERVIEW_COUNT),
      count('done', MAX_OVERVIEW_COUNT),
      payments(true),
      payments(false),
      loadsOf(db, getDayRange(getToday(config.timeZone, now), config.timeZone)),
      earnedIn(services, month),
      earnedIn(services, getMonthRange(config.timeZone, month.from - 1)),
    ]);
    const loads = visits.filter(({ id }) => id).sort((a, b) => b.visits - a.visits || a.name.localeCompare(b.name));
    return {
      data: {
        unassigned,
        conflicts: conflicts.size,
        late,
        openPayments: { count: due.count, amount: due.cents / 100, coming: coming.count },
        today: sumLoads(visits),
        toConfirm,
        loads: loads
          .slice(0, MAX_LISTED_EMPLOYEES)
          .map(({ id, name, visits, done }) => ({ _id: id, fullName: name, visits, done })),
        more: Math.max(0, loads.length - MAX_LISTED_EMPLOYEES),
        earnings: { month: earned, before },
      },
    };
  },
} satisfies CallHandlers<typeof overviewCalls>;
