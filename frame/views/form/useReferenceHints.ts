import { useQuery } from '@tanstack/react-query';
import { request } from '../../dataProvider/request.ts';
import { isOffered } from '../../session/session.ts';
import type { Hint } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

/** What is shown of those that may be chosen for a field of these records (`api.hints`), where the host offers it. */
export function useReferenceHints(
  field: string,
  records: readonly Record<string, unknown>[],
): Readonly<Record<string, Hint>> | undefined {
  const { resource, role } = useView();
  const binding = resource.api?.hints?.[field]?.[role];
  const query = binding?.query(records);
  const { data } = useQuery({
    queryKey: [resource.name, 'hints', field, query],
    queryFn: async ({ signal }) =>
      binding ? binding.read(await request(binding.call, { query: query ?? {}, signal })) : {},
    enabled: Boolean(query) && isOffered(binding?.call),
  });
  return data;
}
