import Box from '@mui/material/Box';
import { ListBase, RouterProviderContext } from 'ra-core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { ViewProps } from '../../config/resource.ts';
import { useTabTitle } from '../../notify/tabTitle.ts';
import { useResourceName } from '../../parts/intl.ts';
import { createPreloaded, usePreloaded } from '../../parts/preloadedComponent.ts';
import { calendarRouter, useCalendarMode } from '../calendar/calendarLocation.ts';
import { exportList } from '../export/listExporter.ts';
import { FilterChips } from '../filter/FilterChips.tsx';
import { ListSkeleton } from '../shared/ListPlaceholders.tsx';
import { ViewProvider } from '../shared/ResourceViewContext.tsx';
import { ColumnChoiceContext } from './ColumnsButton.tsx';
import { ListBody } from './ListBody.tsx';
import { ListTabs, useInitialPage } from './ListTabs.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { Pagination } from './Pagination.tsx';
import { PrefetchedList, PrefetchedPage } from './PrefetchedList.tsx';
import { preloadShowView, ShowRoute } from './ShowRoute.tsx';

const preloadedFilterPanel = createPreloaded(() => import('../filter/FilterPanel.tsx'));
const CalendarView = lazy(() => import('../calendar/CalendarView.tsx'));

/** A resource's list for a role. Addresses below it open the show view. */
export default function ListView({ resource, role }: ViewProps) {
  const { component } = resource.list;
  const Own = useMemo(() => component && lazy(component), [component]);
  const view = useMemo(() => ({ resource, role }), [resource, role]);
  const { one, many } = useResourceName(resource);
  const popup = Boolean(useParams()['*']);
  useTabTitle(popup && one, many);
  return (
    <ViewProvider value={view}>
      {Own ? (
        <Suspense fallback={null}>
          <Own resource={resource} role={role} />
        </Suspense>
      ) : (
        <ResourceList resource={resource} />
      )}
    </ViewProvider>
  );
}

/** Loads what a click in the list opens. Load errors surface when it opens. */
const preloadViews = () => void Promise.all([preloadShowView(), preloadedFilterPanel.load()]).catch(() => undefined);

/** The generated list: toolbar, filters, rows, pagination and show view. For screens that add content around it. */
export function ResourceList({ resource, title = true }: Pick<ViewProps, 'resource'> & { title?: boolean }) {
  const [filtering, setFiltering] = useState(false);
  const [choosing, choose] = useState(false);
  const columns = useMemo(() => ({ choosing, choose }), [choosing]);
  const { sort, perPage } = useInitialPage();
  const [dated, toggleCalendar] = useCalendarMode(resource);
  return (
    <RouterProviderContext value={calendarRouter}>
      <ListBase
        resource={resource.name}
        sort={sort}
        perPage={perPage}
        storeKey={false}
        exporter={exportList}
        disableAuthentication
        queryOptions={{ enabled: !dated }}
      >
        <ShowRoute>
          <PrefetchedList>
            <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }} onPointerEnter={preloadViews} onFocus={preloadViews}>
              <ColumnChoiceContext value={columns}>
                <ListToolbar
                  title={title}
                  filtering={filtering}
                  onToggleFilters={() => setFiltering(!filtering)}
                  isCalendar={dated}
                  onToggleCalendar={toggleCalendar}
                />
                {!dated && <ListTabs />}
                {filtering ? (
                  <Suspense fallback={null}>
                    <LazyFilterPanel />
                  </Suspense>
                ) : (
                  <FilterChips />
                )}
                {dated ? (
                  <Suspense fallback={<ListSkeleton layout="table" />}>
                    <CalendarView />
                  </Suspense>
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

function LazyFilterPanel() {
  const Drawn = usePreloaded(preloadedFilterPanel);
  return <Drawn />;
}
