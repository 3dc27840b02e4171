import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { Link, useLocation } from 'react-router';
import { getTabFilter } from '../../config/listFilters.ts';
import { getInitialListParams, type TabConfig } from '../../config/resource.ts';
import { callQuery } from '../../dataProvider/callQuery.ts';
import { useLabel, useNumberText, useResourceName } from '../../parts/intl.ts';
import { showTab } from '../../parts/showTab.ts';
import { getPluginScreens } from '../../session/menu.ts';
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

/** Finds the tab whose filters the list has, else the tab without filters. */
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

/** Tabs above a list: each shows a filtered part in its own order, with a count. The last ones
 * lead to screens of plug-ins. None if the view shows all records. */
export function ListTabs({ hasAll }: { hasAll: boolean }) {
  const { resource, role } = useView();
  const { tabs } = useTabs();
  const counts = resource.api?.counts?.[role];
  if (tabs.length === 0 || hasAll)
    return getPluginScreens(resource, role).length > 0 ? <TabButtons tabs={NO_TABS} /> : null;
  return counts ? <CountedTabs counts={counts} tabs={tabs} /> : <TabButtons tabs={tabs} />;
}

interface TabButtonsProps {
  tabs: readonly ListTab[];
  count?: (name: string) => string;
}

function CountedTabs({ counts, tabs }: { counts: CountsBinding } & Pick<TabButtonsProps, 'tabs'>) {
  const { call, read, max = Number.POSITIVE_INFINITY } = counts;
  const t = useTranslate();
  const { resource } = useView();
  const numberText = useNumberText();
  // Without counts the tabs still work; the list shows the error.
  const { data } = useQuery(callQuery([resource.name, 'counts'], call, read));
  const countOf = (name: string) => {
    const count = data?.[name];
    if (count === undefined) return '';
    return count >= max ? t('list.orMore', { count: numberText(max - 1) }) : numberText(count);
  };
  return <TabButtons tabs={tabs} count={countOf} />;
}

function TabButtons({ tabs, count }: TabButtonsProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { resource, role } = useView();
  const { many } = useResourceName(resource);
  const { filterValues = {}, setFilters, setSort, setPerPage } = useListContext();
  const current = findTab(tabs, filterValues);
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
      {tabs.length === 0 && (
        <span className="list-tab" aria-current="page">
          {many}
        </span>
      )}
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          className="list-tab"
          aria-current={tab === current ? 'true' : undefined}
          onFocus={(event) => showTab(event.currentTarget)}
          onClick={() => open(tab)}
        >
          {translateLabel(tab.label)}
          {count && <span className="list-tab-count">{count(tab.name)}</span>}
        </button>
      ))}
      {getPluginScreens(resource, role).map(({ path, screen }) => (
        <Link key={path} className="list-tab" to={path} onFocus={(event) => showTab(event.currentTarget)}>
          {t(screen.texts.tab)}
        </Link>
      ))}
    </nav>
  );
}
