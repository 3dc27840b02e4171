import { dayRange, monthRange, today } from '../../frame/server/base/time.ts';
import { between, fixed, is } from '../../frame/server/db/facts.ts';
import { factsFor } from '../../frame/server/records/operations/recordsApi.ts';
import { MOST_COUNTED, MOST_LOADS } from '../../src/wire/overview.ts';
import { countUpTo, ownedBy } from '../store/appointments.ts';
import { loadsOf, openPayments, overdueOf, progressOf } from '../store/overview.ts';
import { tabFilters } from './appointmentLists.ts';
import { ownerOf } from './appointmentWire.ts';
import type { Handlers } from './handler.ts';
import { earnedIn } from './transactions.ts';

export const overviewHandlers: Handlers<'overview' | 'employeeOverview' | 'laboratoryOverview'> = {
  async employeeOverview({ account }, { db, config }) {
    const owner = ownerOf(account);
    const { from } = dayRange(today(config.timeZone), config.timeZone);
    const untracked = [...ownedBy(owner), fixed('status', 'Completed'), is('tracking_image', null)];
    const [uncollected, ofBefore] = await Promise.all([
      overdueOf(db, owner, from, MOST_COUNTED),
      countUpTo(db, [...untracked, ...between('scheduled_at', { to: from })], MOST_COUNTED),
    ]);
    return { data: { uncollected, untracked: ofBefore } };
  },

  async laboratoryOverview({ account }, { db, config }) {
    const owner = ownerOf(account);
    const now = Date.now();
    const day = dayRange(today(config.timeZone, now), config.timeZone);
    const month = monthRange(config.timeZone, now);
    const [ofToday, unassigned, uncollected, ofMonth, before] = await Promise.all([
      progressOf(db, owner, day),
      countUpTo(db, [...ownedBy(owner), fixed('status', 'Pending'), is('employee_id', null)]),
      overdueOf(db, owner, day.from, MOST_COUNTED),
      progressOf(db, owner, month),
      progressOf(db, owner, monthRange(config.timeZone, month.from - 1)),
    ]);
    return {
      data: {
        today: { visits: ofToday.visits, done: ofToday.done },
        unassigned,
        uncollected,
        completed: { month: ofMonth.completed, before: before.completed },
      },
    };
  },

  async overview(_, services) {
    const { db, config } = services;
    const now = Date.now();
    const tabs = tabFilters(config.timeZone, now);
    const count = (tab: keyof typeof tabs, most?: number) =>
      countUpTo(db, factsFor(services, 'appointments', tabs[tab]), most);
    const month = monthRange(config.timeZone, now);
    const [unassigned, late, toConfirm, open, visits, earned, before] = await Promise.all([
      count('unassigned'),
      count('late', MOST_COUNTED),
      count('done', MOST_COUNTED),
      openPayments(db, MOST_COUNTED),
      loadsOf(db, dayRange(today(config.timeZone, now), config.timeZone)),
      earnedIn(services, month),
      earnedIn(services, monthRange(config.timeZone, month.from - 1)),
    ]);
    const sum = (of: 'visits' | 'done') => visits.reduce((total, one) => total + one[of], 0);
    const loads = visits.filter(({ id }) => id).sort((a, b) => b.visits - a.visits || a.name.localeCompare(b.name));
    return {
      data: {
        unassigned,
        late,
        openPayments: { count: open.count, amount: open.cents / 100 },
        today: { visits: sum('visits'), done: sum('done') },
        toConfirm,
        loads: loads
          .slice(0, MOST_LOADS)
          .map(({ id, name, visits, done }) => ({ _id: id, fullName: name, visits, done })),
        more: Math.max(0, loads.length - MOST_LOADS),
        earnings: { month: earned, before },
      },
    };
  },
};
