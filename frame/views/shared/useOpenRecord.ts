import { createContext, type MouseEvent, useCallback, useContext, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getRecordPath } from '../../config/listPaths.ts';
import { mayDo } from '../../config/resource.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { isAllowed } from './canAccess.ts';
import { useView } from './ResourceViewContext.tsx';

/** Tells the show view that closing may go back. */
export const FROM_LIST = { fromList: true } as const;

/** Props of a link to a record's show view. */
interface RecordLink {
  to: string;
  state: typeof FROM_LIST;
  onClick?: (event: MouseEvent) => void;
}

/** The open record of a list; `form` is 'edit' while its form is open. */
export interface OpenRecord {
  id: string;
  form?: string | undefined;
}

/** Opens a record before the address changes (ShowRoute.tsx). */
export const ShowRecordContext = createContext<((record: OpenRecord) => void) | null>(null);

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
        show({ id });
      };
      return { to: `${getRecordPath(path ?? '', id)}${search}`, state: FROM_LIST, onClick };
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
      if (show) show({ id: record.id });
      else navigate(target.to, { state: target.state });
    },
    [show, navigate, open],
  );
}

/** Opens a record's form for a click on its row. Undefined if rows open the show view (`list.rowClick`). */
export function useEditRecord(): ((record: Pick<AnyRecord, 'id'>) => void) | undefined {
  const open = useContext(ShowRecordContext);
  const { resource, role } = useView();
  const opensForm = open && resource.list.rowClick === 'edit' && isAllowed(resource, role, 'edit');
  return useMemo(() => (opensForm ? ({ id }) => open({ id, form: 'edit' }) : undefined), [opensForm, open]);
}
