import { useQuery } from '@tanstack/react-query';
import { request } from '../../dataProvider/request.ts';
import { isOffered } from '../../session/session.ts';
import type { CalendarConflicts } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

const NONE: CalendarConflicts = { records: {}, lanes: {} };

/** Returns the host's conflicts of the shown records and lanes; undefined if it offers none (`api.conflicts`). */
export function useConflicts(days: readonly string[]): CalendarConflicts | undefined {
  const { resource, role } = useView();
  const binding = resource.api?.conflicts?.[role];
  const offered = binding !== undefined && isOffered(binding.call);
  const [from = '', to = from] = [days[0], days.at(-1)];
  const { data } = useQuery({
    queryKey: [resource.name, 'conflicts', from, to],
    queryFn: async ({ signal }) =>
      binding ? binding.read(await request(binding.call, { query: binding.query({ from, to }), signal })) : NONE,
    enabled: offered && from !== '',
  });
  return offered ? (data ?? NONE) : undefined;
}
