import type { AnyResource } from 'portal-frame';
import { useView } from 'portal-frame/browser';
import type { ListViewLocation } from 'portal-frame/plugin';
import { isDay } from 'portal-frame/wire';
import { type RouterProvider, reactRouterProvider, useStore } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { getDayFilterName } from '../calendarTimes.ts';
import type { CalendarSpan } from './calendarDays.ts';

/** Query parameters: the span, and the date. Without a date it is today. */
const SPAN_PARAM = 'calendar';
const DAY_PARAM = 'on';

/** Sets the calendar's query parameters; null removes one. */
function setCalendarParams(search: string, change: { span?: CalendarSpan | null; day?: string | null }): string {
  const params = new URLSearchParams(search);
  const put = (name: string, value: string | null | undefined) => {
    if (value === null) params.delete(name);
    else if (value !== undefined) params.set(name, value);
  };
  put(SPAN_PARAM, change.span);
  put(DAY_PARAM, change.day);
  const text = params.toString();
  return text && `?${text}`;
}

function readFilter(search: string, name: string): unknown {
  try {
    return JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')[name];
  } catch {
    return undefined;
  }
}

/**
 * Returns whether the calendar replaces the list, and a toggle. The address decides. If it has no parameters, the
 * person's last choice is written to it; after Back it is the list.
 */
function useCalendarMode({ name, list: { calendar } }: AnyResource): { isShown: boolean; toggle: () => void } {
  const { search, state, key } = useLocation();
  const navigate = useNavigate();
  const [lastChoice, setLastChoice] = useStore(`${name}.view`, '');
  const [span] = useStore<CalendarSpan>(`${name}.calendarSpan`, 'day');
  const hasParams = new URLSearchParams(search).has(SPAN_PARAM);
  const [firstKey, setFirstKey] = useState<string | null>(key);
  if (firstKey !== null && firstKey !== key) setFirstKey(null);
  const wentBack = useNavigationType() === 'POP' && firstKey !== key;
  const usesLastChoice = Boolean(calendar) && search === '' && lastChoice === SPAN_PARAM;
  const restores = usesLastChoice && !wentBack;
  useEffect(() => {
    if (restores) navigate({ search: setCalendarParams('', { span }) }, { replace: true, state });
    else if (usesLastChoice) setLastChoice('');
  }, [restores, usesLastChoice, span, state, navigate, setLastChoice]);
  const isShown = Boolean(calendar) && (hasParams || restores);
  const toggle = () => {
    setLastChoice(isShown ? '' : SPAN_PARAM);
    navigate({ search: setCalendarParams(search, { span: isShown ? null : span, day: null }) });
  };
  return { isShown, toggle };
}

/** Reads day and period from the address, and returns a setter. `filterDay`: the day that the list is filtered by. */
export function useCalendarLocation(
  { name }: AnyResource,
  { filterDay, today, spans }: { filterDay: unknown; today: string; spans: readonly CalendarSpan[] },
) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [, setLastChoice] = useStore<CalendarSpan>(`${name}.calendarSpan`, 'day');
  const params = new URLSearchParams(search);
  const on = params.get(DAY_PARAM);
  const span = spans.find((one) => one === params.get(SPAN_PARAM)) ?? 'day';
  const filtered = isDay(filterDay) ? filterDay : null;
  const go = useCallback(
    (change: { span?: CalendarSpan; day?: string }) => {
      if (change.span) setLastChoice(change.span);
      // A filter may have changed the address since this render.
      navigate({ search: setCalendarParams(location.search, change) });
    },
    [navigate, setLastChoice],
  );
  return { span, day: isDay(on) ? on : (filtered ?? today), go };
}

/** Adds the calendar's parameters when react-admin's list changes the query, which would drop them. */
function useCalendarNavigate() {
  const { resource } = useView();
  const navigate = reactRouterProvider.useNavigate();
  const day = getDayFilterName(resource) ?? '';
  return useCallback<typeof navigate>(
    (to, options) => {
      if (typeof to !== 'object' || to.search === undefined || to.pathname !== undefined) return navigate(to, options);
      const here = new URLSearchParams(location.search);
      const span = here.get(SPAN_PARAM) as CalendarSpan | null;
      const dayChanged = readFilter(to.search, day) !== readFilter(location.search, day);
      const search = setCalendarParams(to.search, span ? { span, day: dayChanged ? null : here.get(DAY_PARAM) } : {});
      return navigate({ ...to, search }, options);
    },
    [navigate, day],
  );
}

/** react-admin's router, with the calendar's parameters kept in the query. A new day filter moves the calendar. */
const router: RouterProvider = { ...reactRouterProvider, useNavigate: useCalendarNavigate };

export default { useMode: useCalendarMode, router } satisfies ListViewLocation;
