import { Box, Typography } from '@mui/material';
import type { AnyResource, Role, ViewProps } from 'portal-frame';
import { lazyComponent, useResourceName, ViewProvider } from 'portal-frame/browser';
import {
  FilterChips,
  type FilterConfig,
  FilterToggle,
  type TabConfig,
  toEntry,
  useLabel,
  useTabTitle,
} from 'portal-frame/browser/plugins';
import { getTabFilter } from 'portal-frame/plugin';
import { ListContextProvider, type RaRecord, useList, useListContext, useTranslate } from 'ra-core';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { listReportsFor } from '../reportConfig.ts';
import ReportGrid from './ReportGrid.tsx';

const FilterPanel = lazyComponent(() => import('portal-frame/screens/filters'));

/** Keeps only the filters that the reports use, and removes sorting. */
function limitToReportFilters(resource: AnyResource, role: Role): AnyResource {
  const named = new Set(listReportsFor(resource, role).flatMap(([, { filters = [] }]) => filters));
  const nameOf = (one: string | FilterConfig<string>) => {
    const { name, field } = toEntry<FilterConfig<string>>(one);
    return name ?? field;
  };
  const { sort: _sort, ...list } = resource.list;
  const filters = (list.filters ?? []).filter((filter) => named.has(nameOf(filter)));
  return { ...resource, list: { ...list, filters, sortable: [] } };
}

export default function ReportsView({ resource, role }: ViewProps) {
  const view = useMemo(() => ({ resource: limitToReportFilters(resource, role), role }), [resource, role]);
  const list = useList<RaRecord>({ data: [], resource: resource.name });
  return (
    <ViewProvider value={view}>
      <ListContextProvider value={list}>
        <ReportsScreen resource={resource} role={role} />
      </ListContextProvider>
    </ViewProvider>
  );
}

function ReportsScreen({ resource, role }: ViewProps) {
  const t = useTranslate();
  const { many } = useResourceName(resource);
  const isTab = Boolean(resource.roles[role]?.list);
  const heading = isTab ? many : t('reports.of', { name: many });
  useTabTitle(isTab && t('reports.tab'), heading);
  const { filterValues } = useListContext();
  const [filtering, setFiltering] = useState(false);
  const reports = useMemo(
    () => listReportsFor(resource, role).map(([name, report]) => ({ resource, name, report })),
    [resource, role],
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Box
        sx={{
          ...{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 1 },
          // On phones the button would wrap below the title otherwise.
          '& .MuiButton-root': { px: { xs: 1.5, sm: 2 } },
          '& .MuiButton-startIcon': { display: { xs: 'none', sm: 'flex' } },
        }}
      >
        <Typography variant="h1">{heading}</Typography>
        <FilterToggle open={filtering} onToggle={() => setFiltering(!filtering)} />
      </Box>
      <ReportsTabs resource={resource} role={role} />
      {filtering ? <FilterPanel /> : <FilterChips />}
      <ReportGrid reports={reports} filter={filterValues} />
    </Box>
  );
}

/** The tabs of the list, as links, beside the current one of the reports. */
function ReportsTabs({ resource, role }: ViewProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { many } = useResourceName(resource);
  const { list } = resource.roles[role] ?? {};
  if (!list) return null;
  const tabs = (!resource.api && resource.list.tabs) || [{ name: 'all', label: many }];
  const addressOf = (tab: TabConfig<string>) => {
    const filter = getTabFilter(tab);
    return filter ? `${list}?filter=${encodeURIComponent(JSON.stringify(filter))}` : list;
  };
  return (
    <nav className="list-tabs" aria-label={many}>
      {tabs.map((tab) => (
        <Link key={tab.name} className="list-tab" to={addressOf(tab)}>
          {translateLabel(tab.label)}
        </Link>
      ))}
      <span className="list-tab" aria-current="page">
        {t('reports.tab')}
      </span>
    </nav>
  );
}
