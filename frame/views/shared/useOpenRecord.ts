import { createContext, type MouseEvent, useCallback, useContext } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mayDo } from '../../config/resource.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from './ResourceViewContext.tsx';

/** Tells the show view that closing may go back. */
export const FROM_LIST = { fromList: true } as const;

/** Props of a link to a record's show view. */
interface RecordLink {
  to: string;
  state: typeof FROM_LIST;
  onClick?: (event: MouseEvent) => void;
}

/** Opens a record's show view before the address changes (ShowRoute.tsx). */
export const ShowRecordContext = createContext<((id: AnyRecord['id']) => void) | null>(null);

/** True for clicks that the browser handles: new tab, new window or download. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;

/** Returns a function for the link to a show view, with the list's query. Null if the role may not open it. */
export function useOpenRecord(): (record: Pick<AnyRecord, 'id'>) => RecordLink | null {
  const { resource, role } = useView();
  const { search } = useLocation();
  const show = useContext(ShowRecordContext);
  const path = resource.roles[role]?.list;
  const may = Boolean(path && resource.show && mayDo(resource, role, 'show'));
  return useCallback(
    ({ id }) => {
      if (!may) return null;
      const onClick = (event: MouseEvent) => {
        if (!show || opensElsewhere(event)) return;
        event.preventDefault();
        show(id);
      };
      return { to: `${path}/${encodeURIComponent(id)}${search}`, state: FROM_LIST, onClick };
    },
    [may, path, search, show],
  );
}

/** Opens a record's show view for a click outside a link. */
export function useShowRecord(): (record: Pick<AnyRecord, 'id'>) => void {
  const show = useContext(ShowRecordContext);
  const navigate = useNavigate();
  const open = useOpenRecord();
  return useCallback(
    (record) => {
      const target = open(record);
      if (!target) return;
      if (show) show(record.id);
      else navigate(target.to, { state: target.state });
    },
    [show, navigate, open],
  );
}
