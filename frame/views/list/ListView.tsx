import { Box } from '@mui/material';
import { ListBase, RouterProviderContext } from 'ra-core';
import { lazy, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { getPlugins } from '../../config/app/pluginList.ts';
import { getRecordPath } from '../../config/listPaths.ts';
import type { AnyResource, ViewProps } from '../../config/resource.ts';
import { useTabTitle } from '../../notify/tabTitle.ts';
import { useResourceName } from '../../parts/intl.ts';
import { createPreloaded, lazyComponent } from '../../parts/lazyComponent.tsx';
import { ListSelection } from '../bulk/ListSelection.tsx';
import { preloadedEditView } from '../detail/preloadedEditView.ts';
import { exportList } from '../export/listExporter.ts';
import { FilterChips } from '../filter/FilterChips.tsx';
import { useView, ViewProvider } from '../shared/ResourceViewContext.tsx';
import { FROM_LIST, type OpenRecord, ShowRecordContext } from '../shared/useOpenRecord.ts';
import { ColumnChoiceContext } from './ColumnsButton.tsx';
import { ListBody } from './ListBody.tsx';
import { ListTabs, useInitialPage } from './ListTabs.tsx';
import { ListToolbar } from './ListToolbar.tsx';
import { useOtherView } from './listViews.tsx';
import { Pagination } from './Pagination.tsx';
import { PrefetchedList, PrefetchedPage } from './PrefetchedList.tsx';
import { useEarlyLocation } from './useEarlyLocation.ts';

const preloadedFilterPanel = createPreloaded(() => import('../filter/FilterPanel.tsx'));
const FilterPanel = preloadedFilterPanel.Component;

/** Parts of plug-ins above the rows. */
const heads = getPlugins().flatMap(({ plugin: { name }, listHead }) =>
  listHead ? [{ name, isOffered: listHead.isOffered, Head: lazy(listHead.component) }] : [],
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
  const { router, other } = useOtherView(resource);
  const isOther = other?.isShown ?? false;
  const preload = () => preloadViews(resource);
  return (
    <RouterProviderContext value={router}>
      <ListBase
        resource={resource.name}
        sort={sort}
        perPage={perPage}
        storeKey={false}
        exporter={exportList}
        disableAuthentication
        queryOptions={{ enabled: !isOther }}
      >
        <ShowRoute>
          <PrefetchedList>
            <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }} onPointerEnter={preload} onFocus={preload}>
              <ColumnChoiceContext value={columns}>
                <ListToolbar
                  title={title}
                  filtering={filtering}
                  onToggleFilters={() => setFiltering(!filtering)}
                  other={other}
                />
                <ListTabs hasAll={isOther} />
                {filtering ? <FilterPanel /> : <FilterChips />}
                {!isOther && heads.map(({ name, Head, isOffered }) => isOffered(resource) && <Head key={name} />)}
                {isOther && other ? (
                  <other.View />
                ) : (
                  <PrefetchedPage>
                    <ListSelection>
                      <ListBody />
                    </ListSelection>
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

const preloadedShowView = createPreloaded(() => import('../detail/ShowView.tsx'));
const ShowView = preloadedShowView.Component;
const EditView = preloadedEditView.Component;

/** Loads what a click on a row opens. */
const preloadRecordView = ({ list }: AnyResource): Promise<unknown> =>
  (list.rowClick === 'edit' ? preloadedEditView : preloadedShowView).load();

/** The show view below the list's address: '7' shows record 7, '7/edit' edits it. The address follows a click. */
function ShowRoute({ children }: { children: ReactNode }) {
  const { resource, role } = useView();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [opened = '', openedForm] = (useParams()['*'] ?? '').split('/');
  const { shown, show, cancel } = useEarlyLocation<OpenRecord>(pathname);
  const list = resource.roles[role]?.list;
  const open = useCallback(
    ({ id, form }: OpenRecord) =>
      // Paging may have changed the address since this render.
      show({ id, form }, () =>
        navigate(`${getRecordPath(list ?? '', id, form)}${location.search}`, { state: FROM_LIST }),
      ),
    [show, navigate, list],
  );
  const close = () => {
    if (shown && location.pathname === pathname) cancel();
    else if (shown || state?.fromList) navigate(-1);
    else navigate(`${list}${search}`);
  };
  const { id, form } = shown ?? { id: opened, form: openedForm };
  return (
    <>
      <ShowRecordContext value={open}>{children}</ShowRecordContext>
      {id && (form === 'edit' ? <EditView key={id} id={id} onClose={close} /> : <ShowView id={id} onClose={close} />)}
    </>
  );
}
