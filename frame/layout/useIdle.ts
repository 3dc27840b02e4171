import { useCallback, useEffect, useRef, useState } from 'react';
import { request } from '../dataProvider/request.ts';
import { getLastActivity, recordActivity } from '../session/activity.ts';
import { currentSession } from '../session/session.ts';
import { hasUnsentWork } from '../session/unsentWork.ts';
import { sessionCalls } from '../wire/sessionCalls.ts';

const SECOND = 1000;
/** The warning comes this long before the end, or halfway where the whole time is short. */
const WARNING_TIME = 60 * SECOND;
/** In a cellar nobody could sign in again, and what waits would be lost: then the session's own end holds. */
const isSuspended = () => !navigator.onLine || hasUnsentWork();
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/**
 * Watches over a person's activity, in all tabs together: what they do here, and what other tabs keep in local storage.
 * Gives the seconds that are left once they are warned, undefined before that, and 0 when the time is over or the
 * session is; `stay` starts anew. The host hears of activity now and then, as it counts by itself.
 */
export function useIdle(minutes: number): { left: number | undefined; stay: () => void } {
  const limit = minutes * 60 * SECOND;
  const warning = Math.min(WARNING_TIME, limit / 2);
  const [left, setLeft] = useState<number>();
  const pinged = useRef(Date.now());

  const look = useCallback(() => {
    const inTime = isSuspended() ? limit : getLastActivity() + limit - Date.now();
    const rest = currentSession() ? inTime : 0;
    setLeft(rest > warning ? undefined : Math.max(0, Math.ceil(rest / SECOND)));
    return rest;
  }, [limit, warning]);

  const pingHost = useCallback(() => {
    pinged.current = Date.now();
    // Whether the session is over is found by the next call that somebody waits for.
    request(sessionCalls.sessions).catch(() => undefined);
  }, []);

  useEffect(() => {
    if (getLastActivity() === 0) recordActivity();
    let kept = 0;
    const act = () => {
      const now = Date.now();
      // Once warned, the person has to say so: a nudged mouse is nobody at the desk.
      if (now - kept < SECOND || look() <= warning) return;
      kept = now;
      recordActivity();
      if (now - pinged.current > limit / 3) pingHost();
    };
    look();
    const timer = setInterval(look, SECOND);
    for (const name of ACTIVITY_EVENTS) window.addEventListener(name, act, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const name of ACTIVITY_EVENTS) window.removeEventListener(name, act, { capture: true });
    };
  }, [limit, warning, look, pingHost]);

  const stay = useCallback(() => {
    recordActivity();
    pingHost();
    look();
  }, [look, pingHost]);
  return { left, stay };
}
