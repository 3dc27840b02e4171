import { ListContextProvider, useDataProvider, useListContext } from 'ra-core';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { AnyRecord } from '../../wire/binding.ts';

const SelectedRecordsContext = createContext<readonly AnyRecord[] | undefined>(undefined);

/** Returns the selected records of the list, those of other pages as last loaded. */
export function useSelectedRecords(): readonly AnyRecord[] {
  const { data = [], selectedIds = [] } = useListContext<AnyRecord>();
  const selected = useContext(SelectedRecordsContext);
  return selected ?? data.filter(({ id }) => selectedIds.includes(id));
}

/**
 * Keeps the selection of a list instead of react-admin, which keeps ids alone and through any change of the query.
 * Here paging keeps it and another filter, tab, search or order clears it, so that no hidden record is selected
 * unnoticed. The records of other pages stay known: actions need their versions and former values.
 */
export function ListSelection({ children }: { children: ReactNode }) {
  const list = useListContext<AnyRecord>();
  const dataProvider = useDataProvider();
  const { resource, filterValues, sort, data } = list;
  const query = JSON.stringify([resource, filterValues, sort]);
  const [state, setState] = useState<{ query: string; records: readonly AnyRecord[] }>({ query, records: [] });
  if (state.query !== query) setState({ query, records: [] });
  const selecting = useMemo(() => {
    const loaded = new Map(data?.map((record) => [record.id, record]));
    const records = state.query === query ? state.records.map((record) => loaded.get(record.id) ?? record) : [];
    const ids = records.map(({ id }) => id);
    const select = (selected: readonly AnyRecord[]) => setState({ query, records: selected });
    const find = (id: unknown) => loaded.get(String(id)) ?? records.find((record) => record.id === id) ?? [];
    const context = {
      ...list,
      selectedIds: ids,
      onSelect: (chosen: readonly unknown[]) => select(chosen.flatMap(find)),
      onToggleItem: (id: string) =>
        select(ids.includes(id) ? records.filter((record) => record.id !== id) : [...records, find(id)].flat()),
      onUnselectItems: () => select([]),
      onSelectAll: async ({ limit = records.length }: { limit?: number } = {}) => {
        const pagination = { page: 1, perPage: limit };
        const all = await dataProvider.getList<AnyRecord>(resource, { pagination, sort, filter: filterValues });
        select(all.data);
      },
    };
    return { records, context: context as typeof list };
  }, [list, dataProvider, resource, filterValues, sort, data, query, state]);
  return (
    <SelectedRecordsContext value={selecting.records}>
      <ListContextProvider value={selecting.context}>{children}</ListContextProvider>
    </SelectedRecordsContext>
  );
}
