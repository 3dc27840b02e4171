import { type ReactNode, useCallback } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { createPreloaded } from '../../parts/lazyComponent.tsx';
import { preloadedEditView } from '../detail/preloadedEditView.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { FROM_LIST, ShowRecordContext } from '../shared/useOpenRecord.ts';
import { useEarlyLocation } from './useEarlyLocation.ts';

const preloadedShowView = createPreloaded(() => import('../detail/ShowView.tsx'));
const ShowView = preloadedShowView.Component;
const EditView = preloadedEditView.Component;

export const preloadShowView = preloadedShowView.load;

/** The show view below the list's address: '7' shows record 7, '7/edit' edits it. The address follows a click. */
export function ShowRoute({ children }: { children: ReactNode }) {
  const { resource, role } = useView();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [opened, form] = (useParams()['*'] ?? '').split('/');
  const { shown, show, cancel } = useEarlyLocation<string>(pathname);
  const list = resource.roles[role]?.list;
  const open = useCallback(
    (id: string) =>
      // Paging may have changed the address since this render.
      show(id, () => navigate(`${list}/${encodeURIComponent(id)}${location.search}`, { state: FROM_LIST })),
    [show, navigate, list],
  );
  const close = () => {
    if (shown && location.pathname === pathname) cancel();
    else if (shown || state?.fromList) navigate(-1);
    else navigate(`${list}${search}`);
  };
  const id = shown ?? opened;
  return (
    <>
      <ShowRecordContext value={open}>{children}</ShowRecordContext>
      {id && (form === 'edit' ? <EditView key={id} id={id} /> : <ShowView id={id} onClose={close} />)}
    </>
  );
}
