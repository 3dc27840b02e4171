import { getToday } from 'portal-frame/server';
import { LABORATORIES } from '../../../../server/demo/demoStaff.ts';
import { defineSeed } from '../../../../server/demo/seedCollections.ts';

const DAY = 24 * 3_600_000;
/** Prices and rates hold since before the first visit of the demo. */
const DAYS_BACK = 200;
export const demoRulesFrom = (timeZone: string) => getToday(timeZone, Date.now() - DAYS_BACK * DAY);

export default defineSeed({
  records({ accounts, services }) {
    const from = demoRulesFrom(services.config.timeZone);
    const own = accounts('laboratory').find(({ email }) => email === LABORATORIES[0]?.email)?.id;
    return [
      { kind: 'visit', amount: 38, from },
      { kind: 'visit', amount: 34.5, laboratory: own, from },
      { kind: 'priority', priority: 'Urgent', amount: 15, from },
      { kind: 'priority', priority: 'High', amount: 7.5, from },
      { kind: 'tube', amount: 1.25, from },
      { kind: 'mile', amount: 1.04, from },
      { kind: 'waiting', amount: 0.5, limit: 20, from },
      { kind: 'couldNotDraw', amount: 18, from },
      { kind: 'noShow', amount: 12, from },
      { kind: 'cancelledLate', amount: 20, limit: 24, from },
    ];
  },
});
