import { type ReactNode, useCallback } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { getRecordPath } from '../../config/listPaths.ts';
import type { AnyResource } from '../../config/resource.ts';
import { createPreloaded } from '../../parts/lazyComponent.tsx';
import { preloadedEditView } from '../detail/preloadedEditView.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { FROM_LIST, type OpenRecord, ShowRecordContext } from '../shared/useOpenRecord.ts';
import { useEarlyLocation } from './useEarlyLocation.ts';

const preloadedShowView = createPreloaded(() => import('../detail/ShowView.tsx'));
const ShowView = preloadedShowView.Component;
const EditView = preloadedEditView.Component;

/** Loads what a click on a row opens. */
export const preloadRecordView = ({ list }: AnyResource): Promise<unknown> =>
  (list.rowClick === 'edit' ? preloadedEditView : preloadedShowView).load();

/** The show view below the list's address: '7' shows record 7, '7/edit' edits it. The address follows a click. */
export function ShowRoute({ children }: { children: ReactNode }) {
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
