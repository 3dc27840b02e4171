import { lazy, type ReactNode, Suspense, useCallback } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { preloaded, usePreloaded } from '../../parts/preloaded.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { FROM_LIST, ShowContext } from '../shared/useOpenRecord.ts';
import { useAhead } from './useEarlyLocation.ts';

const showSheet = preloaded(() => import('../detail/ShowView.tsx'));
const EditSheet = lazy(() => import('../detail/EditView.tsx'));

/** Fetches what a popup is drawn with. */
export const loadPopup = showSheet.fetch;

function ShowSheet(props: { id: string; onClose: () => void }) {
  const Drawn = usePreloaded(showSheet);
  return <Drawn {...props} />;
}

/**
 * The popup of the address below the list: '7' is that of record 7, '7/edit' its form. That of a record which is clicked
 * in what is around is shown at once, and its address is updated.
 */
export function Popup({ children }: { children: ReactNode }) {
  const { resource, role } = useView();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const [opened, form] = (useParams()['*'] ?? '').split('/');
  const { shown, show, drop } = useAhead<string>(pathname);
  const list = resource.roles[role]?.list;
  const open = useCallback(
    (id: string) =>
      // The address of the moment: a turned page may have changed it since.
      show(id, () => navigate(`${list}/${encodeURIComponent(id)}${location.search}`, { state: FROM_LIST })),
    [show, navigate, list],
  );
  const close = () => {
    if (shown && location.pathname === pathname) drop();
    else if (shown || state?.fromList) navigate(-1);
    else navigate(`${list}${search}`);
  };
  const id = shown ?? opened;
  return (
    <>
      <ShowContext value={open}>{children}</ShowContext>
      {id && (
        <Suspense fallback={null}>
          {form === 'edit' ? <EditSheet id={id} /> : <ShowSheet id={id} onClose={close} />}
        </Suspense>
      )}
    </>
  );
}
