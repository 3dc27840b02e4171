import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { useLocation } from 'react-router';
import { TAB_FILTER } from '../../config/listFilters.ts';
import { getInitialListParams, type TabConfig } from '../../config/resource.ts';
import { request } from '../../dataProvider/request.ts';
import { useLabel, useResourceName } from '../../parts/intl.ts';
import { isOffered } from '../../session/session.ts';
import type { CountsBinding } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

const NO_TABS: never[] = [];

type ListTab = TabConfig<string>;

/** Returns the tabs that this host supports. */
function useOfferedTabs(): readonly ListTab[] {
  const { resource, role } = useView();
  const counts = resource.api?.counts?.[role];
  const offered = counts ? isOffered(counts.call) : !resource.api;
  return offered ? (resource.list.tabs ?? NO_TABS) : NO_TABS;
}

/** Returns the filters of a tab. The data provider replaces the name of a collection's tab by its condition. */
const getTabFilter = ({ name, where, parameters }: ListTab) => parameters ?? (where && { [TAB_FILTER]: name });

function findTab(tabs: readonly ListTab[], filters: Readonly<Record<string, unknown>>): ListTab | undefined {
  const isShown = (filter: Readonly<Record<string, unknown>>) =>
    Object.entries(filter).every(([name, value]) => filters[name] === value);
  const shown = tabs.find((tab) => {
    const filter = getTabFilter(tab);
    return filter && isShown(filter);
  });
  return shown ?? tabs.find((tab) => !getTabFilter(tab));
}

/** Returns the tabs and the one that matches the list's filters. */
export function useTabs(): { tabs: readonly ListTab[]; current: ListTab | undefined } {
  const { filterValues = {} } = useListContext();
  const tabs = useOfferedTabs();
  return { tabs, current: findTab(tabs, filterValues) };
}

/** Returns sort and page size for a list whose address names none: those of its tab. */
export function useInitialPage(): Pick<ReturnType<typeof getInitialListParams>, 'sort' | 'perPage'> {
  const { resource } = useView();
  const tabs = useOfferedTabs();
  const { search } = useLocation();
  const { sort, perPage } = getInitialListParams(resource);
  const tab = findTab(tabs, readFilters(search));
  return { sort: tab?.sort ?? sort, perPage: tab?.perPage ?? perPage };
}

/** Reads the filters from the address; none if it is malformed. */
function readFilters(search: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(new URLSearchParams(search).get('filter') ?? '{}'));
  } catch {
    return {};
  }
}

/** Tabs above a list: each shows a filtered part in its own order, with a count. */
export function ListTabs() {
  const { resource, role } = useView();
  const { tabs } = useTabs();
  const counts = resource.api?.counts?.[role];
  if (tabs.length === 0) return null;
  return counts ? <CountedTabs counts={counts} /> : <TabButtons />;
}

function CountedTabs({ counts: { call, read, max = Number.POSITIVE_INFINITY } }: { counts: CountsBinding }) {
  const t = useTranslate();
  const { resource } = useView();
  // Without counts the tabs still work; the list shows the error.
  const { data: counts } = useQuery({
    queryKey: [resource.name, 'counts'],
    queryFn: async ({ signal }) => read(await request(call, { signal })),
  });
  const countOf = (name: string) => {
    const count = counts?.[name];
    if (count === undefined) return '';
    return count >= max ? t('list.orMore', { count: max - 1 }) : count;
  };
  return <TabButtons count={countOf} />;
}

function TabButtons({ count }: { count?: (name: string) => string | number }) {
  const translateLabel = useLabel();
  const { resource } = useView();
  const { many } = useResourceName(resource);
  const { filterValues = {}, setFilters, setSort, setPerPage } = useListContext();
  const { tabs, current } = useTabs();
  const open = (tab: ListTab) => {
    const start = getInitialListParams(resource);
    const names = new Set(tabs.flatMap((one) => Object.keys(getTabFilter(one) ?? {})));
    const otherFilters = Object.entries(filterValues).filter(([name]) => !names.has(name));
    setSort(tab.sort ?? start.sort);
    setPerPage(tab.perPage ?? start.perPage);
    setFilters({ ...Object.fromEntries(otherFilters), ...getTabFilter(tab) }, undefined, false);
  };
  return (
    <nav className="list-tabs" aria-label={many}>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          className="list-tab"
          aria-current={tab === current ? 'true' : undefined}
          onClick={() => open(tab)}
        >
          {translateLabel(tab.label)}
          {count && <span className="list-tab-count">{count(tab.name)}</span>}
        </button>
      ))}
    </nav>
  );
}
