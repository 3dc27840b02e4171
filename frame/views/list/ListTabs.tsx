import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { useLocation } from 'react-router';
import { getInitialListParams, type TabConfig } from '../../config/resource.ts';
import { request } from '../../dataProvider/request.ts';
import { useLabel, useResourceName } from '../../parts/intl.ts';
import { isOffered } from '../../session/session.ts';
import type { CountsBinding } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

const NO_TABS: never[] = [];

type ListTab = TabConfig<string>;

/** The tabs of the resource around for this role on this host. */
function useOfferedTabs(): readonly ListTab[] {
  const { resource, role } = useView();
  const counts = resource.api?.counts?.[role];
  const offered = counts ? isOffered(counts.call) : !resource.api;
  return offered ? (resource.list.tabs ?? NO_TABS) : NO_TABS;
}

/** The tab that these filters stand for. */
function findTab(tabs: readonly ListTab[], filters: Readonly<Record<string, unknown>>): ListTab | undefined {
  const isShown = ({ filter = {} }: ListTab) =>
    Object.entries(filter).every(([name, value]) => filters[name] === value);
  return tabs.find((tab) => tab.filter && isShown(tab)) ?? tabs.find((tab) => !tab.filter);
}

/** The tabs of the list around, and the one that its filters stand for. */
export function useTabs(): { tabs: readonly ListTab[]; current: ListTab | undefined } {
  const { filterValues = {} } = useListContext();
  const tabs = useOfferedTabs();
  return { tabs, current: findTab(tabs, filterValues) };
}

/** The order and the page size of a list whose address says none: those of the tab that its filters stand for. */
export function useInitialPage(): Pick<ReturnType<typeof getInitialListParams>, 'sort' | 'perPage'> {
  const { resource } = useView();
  const tabs = useOfferedTabs();
  const { search } = useLocation();
  const { sort, perPage } = getInitialListParams(resource);
  const tab = findTab(tabs, readFilters(search));
  return { sort: tab?.sort ?? sort, perPage: tab?.perPage ?? perPage };
}

/** The filters that an address names as react-admin writes them; of one that was spoilt none. */
function readFilters(search: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(new URLSearchParams(search).get('filter') ?? '{}'));
  } catch {
    return {};
  }
}

/** Tabs above a list: each shows a part of it in an order of its own, and says how many there are. */
export function ListTabs() {
  const { resource, role } = useView();
  const { tabs } = useTabs();
  const counts = resource.api?.counts?.[role];
  if (tabs.length === 0) return null;
  return counts ? <CountedTabs counts={counts} /> : <TabButtons />;
}

/** The tabs with how many records each has. */
function CountedTabs({ counts: { call, read, max: most = Number.POSITIVE_INFINITY } }: { counts: CountsBinding }) {
  const t = useTranslate();
  const { resource } = useView();
  // Where they cannot be had the tabs are there without them: the list shows what is wrong.
  const { data: counts } = useQuery({
    queryKey: [resource.name, 'counts'],
    queryFn: async ({ signal }) => read(await request(call, { signal })),
  });
  const countOf = (name: string) => {
    const count = counts?.[name];
    if (count === undefined) return '';
    return count >= most ? t('list.orMore', { count: most - 1 }) : count;
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
    const names = new Set(tabs.flatMap(({ filter = {} }) => Object.keys(filter)));
    const kept = Object.entries(filterValues).filter(([name]) => !names.has(name));
    setSort(tab.sort ?? start.sort);
    setPerPage(tab.perPage ?? start.perPage);
    setFilters({ ...Object.fromEntries(kept), ...tab.filter }, undefined, false);
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
