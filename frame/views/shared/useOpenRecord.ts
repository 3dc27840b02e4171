import { createContext, type MouseEvent, useCallback, useContext } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { mayDo } from '../../config/resource.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from './ResourceViewContext.tsx';

/** Tells the popup that closing may go back. */
export const FROM_LIST = { fromList: true } as const;

/** What a link to a record's popup takes. */
interface RecordLink {
  to: string;
  state: typeof FROM_LIST;
  onClick?: (event: MouseEvent) => void;
}

/** Shows the popup of a record before the address says so, where a list has it (ShowRoute.tsx). */
export const ShowRecordContext = createContext<((id: AnyRecord['id']) => void) | null>(null);

/** A link opened elsewhere (a new tab, a download) is the browser's business. */
export const opensElsewhere = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;

/**
 * The address of a record's popup below the list (filters, page and sort stay in it), as a link takes it, or null where
 * the role may not see one.
 */
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

/** Opens a record's popup for a click that is on no link. */
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
