import { type RouterProvider, reactRouterProvider, useStore } from 'ra-core';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { getDayFilterName } from '../../config/calendarFilter.ts';
import type { AnyResource } from '../../config/resource.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { type CalendarSpan, isDay } from './calendarDays.ts';

/** What the address says of a calendar: a day or a week, and which; without a day it is today's. */
const SPAN_PARAM = 'calendar';
const DAY_PARAM = 'on';

/** The address's search with other words for the calendar; null takes them away. */
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

/** What the address filters by under a name. */
function readFilter(search: string, name: string): unknown {
  try {
    return JSON.parse(new URLSearchParams(search).get('filter') ?? '{}')[name];
  } catch {
    return undefined;
  }
}

/**
 * Whether the calendar stands in place of a list, as the address says, so that it can be shared, loaded anew and gone
 * back to. One that says nothing at all, when the list is come to, has what the person chose last and says so from then
 * on; gone back to, it is the list.
 */
export function useCalendarMode({ name, list: { calendar } }: AnyResource): [dated: boolean, toggle: () => void] {
  const { search, state, key } = useLocation();
  const navigate = useNavigate();
  const [kept, setKept] = useStore(`${name}.calendar`, false);
  const [span] = useStore<CalendarSpan>(`${name}.calendarSpan`, 'day');
  const asked = new URLSearchParams(search).has(SPAN_PARAM);
  const [first, setFirst] = useState<string | null>(key);
  if (first !== null && first !== key) setFirst(null);
  const back = useNavigationType() === 'POP' && first !== key;
  const silent = Boolean(calendar) && search === '' && kept;
  const bare = silent && !back;
  useEffect(() => {
    if (bare) navigate({ search: setCalendarParams('', { span }) }, { replace: true, state });
    else if (silent) setKept(false);
  }, [bare, silent, span, state, navigate, setKept]);
  const dated = Boolean(calendar) && (asked || bare);
  const toggle = () => {
    setKept(!dated);
    navigate({ search: setCalendarParams(search, { span: dated ? null : span, day: null }) });
  };
  return [dated, toggle];
}

/** The span and the day of the address, and what changes them; `only` is the day that the list is filtered by. */
export function useCalendarLocation({ name }: AnyResource, only: unknown, today: string) {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [, setKept] = useStore<CalendarSpan>(`${name}.calendarSpan`, 'day');
  const params = new URLSearchParams(search);
  const on = params.get(DAY_PARAM);
  const span: CalendarSpan = params.get(SPAN_PARAM) === 'week' ? 'week' : 'day';
  const filtered = isDay(only) ? only : null;
  const go = useCallback(
    (change: { span?: CalendarSpan; day?: string }) => {
      if (change.span) setKept(change.span);
      // The address of the moment: a filter may have changed it since.
      navigate({ search: setCalendarParams(location.search, change) });
    },
    [navigate, setKept],
  );
  return { span, day: isDay(on) ? on : (filtered ?? today), go };
}

function useCalendarNavigate() {
  const { resource } = useView();
  const navigate = reactRouterProvider.useNavigate();
  const day = getDayFilterName(resource) ?? '';
  return useCallback<typeof navigate>(
    (to, options) => {
      if (typeof to !== 'object' || to.search === undefined || to.pathname !== undefined) return navigate(to, options);
      const here = new URLSearchParams(location.search);
      const span = here.get(SPAN_PARAM) as CalendarSpan | null;
      const moved = readFilter(to.search, day) !== readFilter(location.search, day);
      const search = setCalendarParams(to.search, span ? { span, day: moved ? null : here.get(DAY_PARAM) } : {});
      return navigate({ ...to, search }, options);
    },
    [navigate, day],
  );
}

/**
 * react-admin's routing for a list whose address says more than react-admin knows of: a change of filters, page or sort
 * writes the search anew, and would leave the calendar's words out. Another day to filter by is gone to.
 */
export const calendarRouter: RouterProvider = { ...reactRouterProvider, useNavigate: useCalendarNavigate };
