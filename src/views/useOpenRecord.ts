import { useCallback } from 'react';
import { useLocation } from 'react-router';
import { mayDo } from '../config/resource.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { useView } from './context.tsx';

/**
 * The address of a record's popup below the list (filters, page and sort stay in it), or null where the role
 * may not see one. `state` tells the popup that closing may go back.
 */
export function useOpenRecord(): (record: Pick<AnyRecord, 'id'>) => { to: string; state: { fromList: true } } | null {
  const { resource, role } = useView();
  const { search } = useLocation();
  const path = resource.roles[role]?.list;
  const may = Boolean(path && resource.show && mayDo(resource, role, 'show'));
  return useCallback(
    ({ id }) => (may ? { to: `${path}/${encodeURIComponent(id)}${search}`, state: { fromList: true } } : null),
    [may, path, search],
  );
}
