import { useMemo } from 'react';
import { resolveValue } from '../../config/computedValues.ts';
import type { AnyResource } from '../../config/resource.ts';
import { getToday } from '../../fields/date.ts';
import { getBusinessTimeZone } from '../../session/session.ts';
import { createWallClock } from '../shared/wallClock.ts';

/** Returns the defaults of the fields of a new record or an action. The server fills in those that only it knows (`me`, other fields). */
export function useDefaultValues({ fields }: AnyResource): Record<string, unknown> {
  return useMemo(() => {
    const zone = getBusinessTimeZone();
    const now = createWallClock(zone)(Date.now())?.slice(0, 16) ?? '';
    const context = { now, today: getToday(zone), me: '', values: {} };
    const started = Object.entries(fields).map(
      ([name, field]) => [name, resolveValue(field.default, context)] as const,
    );
    return Object.fromEntries(started.filter(([, value]) => value !== undefined && value !== null && value !== ''));
  }, [fields]);
}
