import { MOST_LOADS, MOST_TOLD } from '../../src/wire/overview.ts';
import type { Handlers } from '../http/handler.ts';
import { countUpTo } from '../store/availability.ts';
import { countedTotal } from '../store/counts.ts';
import { loadsOf, openPayments, overdueOf, progressOf } from '../store/overview.ts';
import { dayRange, monthRange, today } from '../time.ts';
import { EVER, tabFilters } from './appointmentLists.ts';
import { ownerOf } from './appointmentWire.ts';
import { earnedIn } from './transactions.ts';

export const overviewHandlers: Handlers<'overview' | 'employeeOverview' | 'laboratoryOverview'> = {
  async employeeOverview({ account }, { db, config }) {
    const owner = ownerOf(account);
    const { from } = dayRange(today(config.timeZone), config.timeZone);
    const [uncollected, untracked] = await Promise.all([
      overdueOf(db, owner, { from, to: EVER.to }, MOST_TOLD),
      countUpTo(
        db,
        { owner, status: 'Completed', tracking: false, scheduled: { from: EVER.from, to: from } },
        MOST_TOLD,
      ),
    ]);
    return { data: { uncollected, untracked } };
  },

  async laboratoryOverview({ account }, { db, config }) {
    const owner = ownerOf(account);
    const now = Date.now();
    const day = dayRange(today(config.timeZone, now), config.timeZone);
    const month = monthRange(config.timeZone, now);
    const [ofToday, unassigned, uncollected, ofMonth, before] = await Promise.all([
      progressOf(db, owner, day),
      countedTotal(db, { owner, pending: true, assigned: false }),
      overdueOf(db, owner, { from: day.from, to: EVER.to }, MOST_TOLD),
      progressOf(db, owner, month),
      progressOf(db, owner, monthRange(config.timeZone, month.from - 1)),
    ]);
    return {
      data: { today: ofToday, unassigned, uncollected, completed: { month: ofMonth.done, before: before.done } },
    };
  },

  async overview(_, services) {
    const { db, config } = services;
    const now = Date.now();
    const tabs = tabFilters(config.timeZone, now);
    const month = monthRange(config.timeZone, now);
    const [unassigned, late, open, visits, earned, before] = await Promise.all([
      countedTotal(db, tabs.unassigned),
      countUpTo(db, tabs.late, MOST_TOLD),
      openPayments(db, MOST_TOLD),
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
        loads: loads
          .slice(0, MOST_LOADS)
          .map(({ id, name, ...progress }) => ({ _id: id, fullName: name, ...progress })),
        more: Math.max(0, loads.length - MOST_LOADS),
        earnings: { month: earned, before },
      },
    };
  },
};
