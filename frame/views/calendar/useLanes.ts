import { useGetList } from 'ra-core';
import { useMemo } from 'react';
import { getResource } from '../../config/registry.ts';
import { type AnyResource, mayDo } from '../../config/resource.ts';
import { fillTemplate, type ReferenceOptions } from '../../fields/reference.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import type { Role } from '../../wire/call.ts';
import { getReferenceId } from './calendarEntries.ts';

/** A lane: the id of the referred record, and what it is called. */
export interface Lane {
  id: string;
  /** As the reference names it: 'EMP-1001 - Ada Lovelace'. */
  name: string;
  /** The name alone, and what the reference says besides. */
  title?: string;
  subtitle?: string;
}

/** What a lane's record is called, by the reference's template, its name first. */
function getLaneNames(record: AnyRecord, to: string, template: string): Omit<Lane, 'id'> {
  const title = getResource(to).show?.title ?? '';
  const own = template.includes(`{${title}}`) ? String(record[title] ?? '') : '';
  const name = fillTemplate(template, record);
  return own ? { name, title: own, subtitle: fillTemplate(template.replace(`{${title}}`, ''), record) } : { name };
}

/** Whether a role sees lanes: who may give records theirs, or where no action does, who may list what they refer to. */
export function canSeeLanes(resource: AnyResource, role: Role): boolean {
  const { lane, assign } = resource.list.calendar ?? {};
  if (!lane) return false;
  const { to } = resource.fields[lane] as unknown as ReferenceOptions;
  return assign ? mayDo(resource, role, assign) : mayDo(getResource(to), role, 'list');
}

/** Whether a referred record always has a lane. What a host does not give of it does not count against it. */
const matchesFilter = (record: AnyRecord, filter: Readonly<Record<string, unknown>>) =>
  Object.entries(filter).every(([name, value]) => (record[name] ?? value) === value);

/**
 * The lanes, by the order of the list they come from: the records that the config wants there, and whatever else the
 * shown records refer to. `on` is false for roles without lanes.
 */
export function useLanes(resource: AnyResource, shown: readonly AnyRecord[], on: boolean) {
  const { lane = '', laneFilter = {} } = resource.list.calendar ?? {};
  const { to = '', text = '' } = (resource.fields[lane] ?? {}) as Partial<ReferenceOptions>;
  const { data, isPending, error, refetch } = useGetList<AnyRecord>(
    to,
    { pagination: { page: 1, perPage: 1000 }, sort: on ? getResource(to).list.sort : undefined, filter: {} },
    { enabled: on },
  );
  const lanes = useMemo((): Lane[] => {
    const all = data ?? [];
    const needed = new Map(
      shown.flatMap((record) => {
        const key = getReferenceId(record[lane]);
        return key ? [[key, record[lane]] as const] : [];
      }),
    );
    const own = all
      .filter((record) => matchesFilter(record, laneFilter) || needed.has(record.id))
      .map((record) => ({ id: record.id, ...getLaneNames(record, to, text) }));
    for (const { id } of own) needed.delete(id);
    const others = [...needed].map(([id, value]) => ({
      id,
      ...(typeof value === 'object' && value ? getLaneNames(value as AnyRecord, to, text) : { name: id }),
    }));
    return [...own, ...others];
  }, [data, shown, lane, laneFilter, to, text]);
  return { lanes, pending: on && isPending, error, refetch };
}
