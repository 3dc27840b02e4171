import Box from '@mui/material/Box';
import { ListBase, RouterProviderContext } from 'ra-core';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router';
import type { ViewProps } from '../../config/resource.ts';
import { useTabTitle } from '../../notify/tabTitle.ts';
import { useResourceName } from '../../parts/intl.ts';
import { preloaded, usePreloaded } from '../../parts/preloaded.ts';
import { keepingPlace, useDated } from '../calendar/calendarLocation.ts';
import { exporter } from '../export/listExporter.ts';
import { FilterChips } from '../filter/FilterChips.tsx';
import { ListSkeleton } from '../shared/ListPlaceholders.tsx';
import { ViewProvider } from '../shared/ResourceViewContext.tsx';
import { ColumnsContext } from './ColumnsButton.tsx';
import { ListBody } from './ListBody.tsx';
import { ListTabs, useStart } from './ListTabs.tsx';
import { ListHead } from './ListToolbar.tsx';
import { Pager } from './Pagination.tsx';
import { ListAhead, PageAhead } from './PrefetchedList.tsx';
import { loadPopup, Popup } from './ShowRoute.tsx';

const filters = preloaded(() => import('../filter/FilterPanel.tsx'));
const CalendarView = lazy(() => import('../calendar/CalendarView.tsx'));

/** A resource's list for a role, with everything its config says; an address below it opens the popup. */
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

/** Fetches what a click in the list opens. A file that cannot be had is reported when it is opened. */
const prepare = () => void Promise.all([loadPopup(), filters.fetch()]).catch(() => undefined);

/** The generated list: head, filters, rows, pager, popup. For screens that add something around it. */
export function ResourceList({ resource, title = true }: Pick<ViewProps, 'resource'> & { title?: boolean }) {
  const [filtering, setFiltering] = useState(false);
  const [choosing, choose] = useState(false);
  const columns = useMemo(() => ({ choosing, choose }), [choosing]);
  const { sort, perPage } = useStart();
  const [dated, toggleCalendar] = useDated(resource);
  return (
    <RouterProviderContext value={keepingPlace}>
      <ListBase
        resource={resource.name}
        sort={sort}
        perPage={perPage}
        storeKey={false}
        exporter={exporter}
        disableAuthentication
        queryOptions={{ enabled: !dated }}
      >
        <Popup>
          <ListAhead>
            <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }} onPointerEnter={prepare} onFocus={prepare}>
              <ColumnsContext value={columns}>
                <ListHead
                  title={title}
                  filtering={filtering}
                  onToggleFilters={() => setFiltering(!filtering)}
                  dated={dated}
                  onToggleCalendar={toggleCalendar}
                />
                {!dated && <ListTabs />}
                {filtering ? (
                  <Suspense fallback={null}>
                    <Filters />
                  </Suspense>
                ) : (
                  <FilterChips />
                )}
                {dated ? (
                  <Suspense fallback={<ListSkeleton layout="table" />}>
                    <CalendarView />
                  </Suspense>
                ) : (
                  <PageAhead>
                    <ListBody />
                    <Pager />
                  </PageAhead>
                )}
              </ColumnsContext>
            </Box>
          </ListAhead>
        </Popup>
      </ListBase>
    </RouterProviderContext>
  );
}

function Filters() {
  const Drawn = usePreloaded(filters);
  return <Drawn />;
}
