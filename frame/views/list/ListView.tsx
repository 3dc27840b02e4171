import { Box } from '@mui/material';
import { ListBase, RouterProviderContext } from 'ra-core';
import { useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { AnyResource, ViewProps } from '../../config/resource.ts';
import { useTabTitle } from '../../notify/tabTitle.ts';
import { useResourceName } from '../../parts/intl.ts';
import { createPreloaded, lazyComponent } from '../../parts/lazyComponent.tsx';
import { calendarRouter, useCalendarMode } from '../calendar/calendarLocation.ts';
import { exportList } from '../export/listExporter.ts';
import { FilterChips } from '../filter/FilterChips.tsx';
import { TotalsSkeleton } from '../reports/TotalsSkeleton.tsx';
import { ListSkeleton } from '../shared/ListPlaceholders.tsx';
import { ViewProvider } from '../shared/ResourceViewContext.tsx';
import { ColumnChoiceContext } from './ColumnsButton.tsx';
import { ListBody } from './ListBody.tsx';
import { ListTabs, useInitialPage } from './ListTabs.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { Pagination } from './Pagination.tsx';
import { PrefetchedList, PrefetchedPage } from './PrefetchedList.tsx';
import { preloadRecordView, ShowRoute } from './ShowRoute.tsx';

const preloadedFilterPanel = createPreloaded(() => import('../filter/FilterPanel.tsx'));
const FilterPanel = preloadedFilterPanel.Component;
const ListTotals = lazyComponent(
  () => import('../reports/ListTotals.tsx'),
  () => <TotalsSkeleton />,
);
const CalendarView = lazyComponent(
  () => import('../calendar/CalendarView.tsx'),
  () => <ListSkeleton layout="table" />,
);

/** A resource's list for a role. Addresses below it open the show view. */
export default function ListView({ resource, role }: ViewProps) {
  const { component } = resource.list;
  const CustomList = component && lazyComponent(component);
  const view = useMemo(() => ({ resource, role }), [resource, role]);
  const { one, many } = useResourceName(resource);
  const isRecordOpen = Boolean(useParams()['*']);
  useTabTitle(isRecordOpen && one, many);
  return (
    <ViewProvider value={view}>
      {CustomList ? <CustomList resource={resource} role={role} /> : <ResourceList resource={resource} />}
    </ViewProvider>
  );
}

/** Loads what a click in the list opens. Load errors surface when it opens. */
const preloadViews = (resource: AnyResource) =>
  void Promise.all([preloadRecordView(resource), preloadedFilterPanel.load()]).catch(() => undefined);

/** The generated list: toolbar, filters, rows, pagination and show view. For screens that add content around it. */
export function ResourceList({ resource, title = true }: Pick<ViewProps, 'resource'> & { title?: boolean }) {
  const [filtering, setFiltering] = useState(false);
  const [choosing, choose] = useState(false);
  const columns = useMemo(() => ({ choosing, choose }), [choosing]);
  const { sort, perPage } = useInitialPage();
  const [isCalendar, toggleCalendar] = useCalendarMode(resource);
  const preload = () => preloadViews(resource);
  return (
    <RouterProviderContext value={calendarRouter}>
      <ListBase
        resource={resource.name}
        sort={sort}
        perPage={perPage}
        storeKey={false}
        exporter={exportList}
        disableAuthentication
        queryOptions={{ enabled: !isCalendar }}
      >
        <ShowRoute>
          <PrefetchedList>
            <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }} onPointerEnter={preload} onFocus={preload}>
              <ColumnChoiceContext value={columns}>
                <ListToolbar
                  title={title}
                  filtering={filtering}
                  onToggleFilters={() => setFiltering(!filtering)}
                  isCalendar={isCalendar}
                  onToggleCalendar={toggleCalendar}
                />
                <ListTabs isCalendar={isCalendar} />
                {filtering ? <FilterPanel /> : <FilterChips />}
                {resource.list.totals && !isCalendar && <ListTotals />}
                {isCalendar ? (
                  <CalendarView />
                ) : (
                  <PrefetchedPage>
                    <ListBody />
                    <Pagination />
                  </PrefetchedPage>
                )}
              </ColumnChoiceContext>
            </Box>
          </PrefetchedList>
        </ShowRoute>
      </ListBase>
    </RouterProviderContext>
  );
}
