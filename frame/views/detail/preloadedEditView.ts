import { useQueryClient } from '@tanstack/react-query';
import { useDataProvider } from 'ra-core';
import { useCallback, useRef } from 'react';
import { FORM_META } from '../../dataProvider/prefetchPage.ts';
import { createPreloaded } from '../../parts/lazyComponent.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

/** The form of a record, loaded while the pointer is over its link. */
export const preloadedEditView = createPreloaded(() => import('./EditView.tsx'));

/** Milliseconds that the pointer rests before the record is requested. */
const REST = 65;

/** Returns a function that loads the form, and its record once the pointer rests. Call it when the pointer moves. */
export function usePreloadForm(): (id: AnyRecord['id']) => void {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const { name } = useView().resource;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useCallback(
    (id) => {
      // A load error surfaces when the form opens.
      void preloadedEditView.load().catch(() => undefined);
      const params = { id: String(id), meta: FORM_META };
      const queryFn = async () => (await dataProvider.getOne(name, params)).data;
      clearTimeout(timer.current);
      timer.current = setTimeout(() => client.prefetchQuery({ queryKey: [name, 'getOne', params], queryFn }), REST);
    },
    [client, dataProvider, name],
  );
}
