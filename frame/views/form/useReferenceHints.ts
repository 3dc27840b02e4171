import { useQuery } from '@tanstack/react-query';
import { request } from '../../dataProvider/request.ts';
import { isOffered } from '../../session/session.ts';
import type { Hint } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

/** Returns hints on the records to choose from for a field (`api.hints`), if the host offers them. */
export function useReferenceHints(
  field: string,
  records: readonly Record<string, unknown>[],
): Readonly<Record<string, Hint>> | undefined {
  const { resource, role } = useView();
  const binding = resource.api?.hints?.[field]?.[role];
  const asked = binding?.ask(records);
  const { data } = useQuery({
    queryKey: [resource.name, 'hints', field, asked],
    queryFn: async ({ signal }) =>
      binding
        ? binding.read(
            await request(binding.call, { [binding.call.method === 'GET' ? 'query' : 'body']: asked, signal }),
          )
        : {},
    enabled: Boolean(asked) && isOffered(binding?.call),
  });
  return data;
}
