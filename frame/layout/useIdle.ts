import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../dataProvider/request.ts';
import { getLastActivity, recordActivity } from '../session/idleActivity.ts';
import { currentSession } from '../session/session.ts';
import { hasUnsentWork } from '../session/unsentWork.ts';
import { sessionCalls } from '../wire/calls/sessionCalls.ts';

const SECOND = 1000;
/** Milliseconds of warning before the end, at most half the idle time. */
const WARNING_TIME = 60 * SECOND;
/** Offline nobody can sign in again, and unsent work would be lost. Only the session's expiry counts then. */
const isSuspended = () => !navigator.onLine || hasUnsentWork();
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Watches activity in all tabs. `left`: seconds to the end once the warning starts, 0 when over. `stay` restarts. */
export function useIdle(minutes: number): { left: number | undefined; stay: () => void } {
  const limit = minutes * 60 * SECOND;
  const warning = Math.min(WARNING_TIME, limit / 2);
  const [left, setLeft] = useState<number>();
  const pinged = useRef(Date.now());

  const checkTime = useCallback(() => {
    const inTime = isSuspended() ? limit : getLastActivity() + limit - Date.now();
    const rest = currentSession() ? inTime : 0;
    setLeft(rest > warning ? undefined : Math.max(0, Math.ceil(rest / SECOND)));
    return rest;
  }, [limit, warning]);

  const pingHost = useCallback(() => {
    pinged.current = Date.now();
    // The next request that a user waits for reports an ended session.
    request(sessionCalls.sessions).catch(() => undefined);
  }, []);

  useEffect(() => {
    if (getLastActivity() === 0) recordActivity();
    let recordedAt = 0;
    const act = () => {
      const now = Date.now();
      // After the warning only an explicit answer counts, not a nudged mouse.
      if (now - recordedAt < SECOND || checkTime() <= warning) return;
      recordedAt = now;
      recordActivity();
      if (now - pinged.current > limit / 3) pingHost();
    };
    checkTime();
    const timer = setInterval(checkTime, SECOND);
    const controller = new AbortController();
    const options = { passive: true, capture: true, signal: controller.signal };
    for (const name of ACTIVITY_EVENTS) window.addEventListener(name, act, options);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [limit, warning, checkTime, pingHost]);

  const stay = useCallback(() => {
    recordActivity();
    pingHost();
    checkTime();
  }, [checkTime, pingHost]);
  return { left, stay };
}
