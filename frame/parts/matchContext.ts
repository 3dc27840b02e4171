import { getToday } from '../fields/date.ts';
import { currentAccount, getBusinessTimeZone } from '../session/session.ts';
import { type MatchContext, matches } from '../where/matchWhere.ts';
import type { Where } from '../where/where.ts';
import type { AnyRecord } from '../wire/binding.ts';

/** Returns the context in which conditions are matched with records: this person and moment. */
export function getMatchContext(): MatchContext {
  const timeZone = getBusinessTimeZone();
  return {
    ...{ me: currentAccount()?.subject ?? '', today: getToday(timeZone), now: new Date().toISOString() },
    ...(timeZone && { timeZone }),
  };
}

/** Returns a function that tells whether a record may be chosen. Fields missing from the record match. */
export function createChoiceFilter(where: object | undefined): (record: AnyRecord) => boolean {
  const context: MatchContext = { ...getMatchContext(), missing: 'match' };
  return (record) => !where || matches(where as Where, record, context);
}
