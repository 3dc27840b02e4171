import { type AnyRecord, type AnyResource, isReferring, mayDo, type Role } from 'portal-frame';
import { getResource } from 'portal-frame/browser';
import { createChoiceFilter, fillTemplate, getReferenceOptions } from 'portal-frame/browser/plugins';
import { useGetList } from 'ra-core';
import { useMemo } from 'react';
import { getReferenceId } from './calendarEntries.ts';

export interface Lane {
  id: string;
  /** As the reference names it: 'EMP-1001 - Ada Lovelace'. */
  name: string;
  /** The record's name and the rest of the reference's text. */
  title?: string;
  subtitle?: string;
}

/** Returns the text of a lane's reference, split into the record's title and the rest if it contains the title. */
function getLaneNames(record: AnyRecord, to: string, text?: string): Omit<Lane, 'id'> {
  const { title } = getResource(to);
  const template = text ?? title;
  const own = template.includes(title) ? fillTemplate(title, record) : '';
  const name = fillTemplate(template, record);
  return own ? { name, title: own, subtitle: fillTemplate(template.replace(title, ''), record) } : { name };
}

/** True if the role sees lanes: it may assign, or without an assign action it may list the referenced records. */
export function canSeeLanes(resource: AnyResource, role: Role): boolean {
  const { lane, assign } = resource.list.calendar ?? {};
  if (!lane) return false;
  const { to } = getReferenceOptions(resource.fields[lane]);
  return assign ? mayDo(resource, role, assign) : mayDo(getResource(to), role, 'list');
}

/** Returns the lanes that match `laneWhere` or that shown records refer to. `on` is false for roles without lanes. */
export function useLanes(resource: AnyResource, shown: readonly AnyRecord[], on: boolean) {
  const { lane = '', laneWhere } = resource.list.calendar ?? {};
  const field = resource.fields[lane];
  const { to = '', text } = isReferring(field) ? field : {};
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
    const isListed = createChoiceFilter(laneWhere);
    const own = all
      .filter((record) => isListed(record) || needed.has(record.id))
      .map((record) => ({ id: record.id, ...getLaneNames(record, to, text) }));
    for (const { id } of own) needed.delete(id);
    const others = [...needed].map(([id, value]) => ({
      id,
      ...(typeof value === 'object' && value ? getLaneNames(value as AnyRecord, to, text) : { name: id }),
    }));
    return [...own, ...others];
  }, [data, shown, lane, laneWhere, to, text]);
  return { lanes, pending: on && isPending, error, refetch };
}
