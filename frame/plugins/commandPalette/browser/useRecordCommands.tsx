import Link from '@mui/icons-material/OpenInNew';
import type { AnyResource } from 'portal-frame';
import { getKeyField, isReferring } from 'portal-frame';
import { getFilteredPath, getRecordPath, mayDo, showValue, useIntl } from 'portal-frame/browser';
import {
  type FilterConfig,
  getRecordTitle,
  getVisibleEntries,
  isResourceOffered,
  resources,
  toEntry,
  useResourceNames,
} from 'portal-frame/browser/plugins';
import type { Role } from 'portal-frame/roles';
import { type Hit, isSearchable, offersListCommands, useRecordSearch } from 'portal-frame/search';
import { useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { type Command, useDestination } from './commands.tsx';

/** Searches records and returns commands: open one of them, and act on the first. */
export function useRecordCommands(role: Role, text: string) {
  const navigate = useNavigate();
  const nameOf = useResourceNames();
  const intl = useIntl();
  const isReachable = (resource: AnyResource) => Boolean(resource.roles[role]?.list) && mayDo(resource, role, 'show');
  const searchable = resources.filter((one) => isSearchable(one) && isResourceOffered(one, role) && isReachable(one));
  // If only one list is scanned, it is one with `find` in its config.
  const { found, searching, error } = useRecordSearch(
    searchable.toSorted((a, b) => Number(Boolean(b.find)) - Number(Boolean(a.find))),
    text,
  );
  const shown = found.filter(({ resource }) => isReachable(resource));
  const hits = shown.map(
    (hit): Command => ({
      key: `${hit.resource.name} ${hit.record.id}`,
      group: nameOf(hit.resource).many,
      label: getRecordTitle(hit.resource, hit.record, intl),
      isDestination: true,
      hit,
      run: () => navigate(getRecordPath(hit.resource.roles[role]?.list ?? '', hit.record.id)),
    }),
  );
  const actions = useHitActions(role, shown[0]);
  return { hits, actions: text === '' || !offersListCommands() ? [] : actions, searching, error };
}

/** Commands for the first hit: call, mail, map, and lists filtered by it. */
function useHitActions(role: Role, hit: Hit | undefined): Command[] {
  const t = useTranslate();
  const intl = useIntl();
  const toCommand = useDestination();
  const nameOf = useResourceNames();
  if (!hit) return [];
  const { resource, record } = hit;
  const hitName = getRecordTitle(resource, record, intl);
  const shown = resource.show?.groups.flatMap(({ fields }) => getVisibleEntries(fields, role)) ?? [];
  const links = shown.flatMap(({ field }): Command[] => {
    const kind = resource.fields[field];
    const value = kind && showValue(kind, record[field], intl);
    if (!value?.href) return [];
    return [
      {
        key: value.href,
        group: t('palette.do'),
        label: t('palette.act', { name: hitName, what: value.text }),
        icon: <Link fontSize="small" color="action" />,
        run: () => void window.open(value.href, '_blank', 'noreferrer'),
      },
    ];
  });
  const filteredLists = resources.flatMap((other) => {
    const list = other.roles[role]?.list;
    const filters = getVisibleEntries<FilterConfig<string>>(other.list.filters ?? [], role);
    return filters.flatMap((filter): Command[] => {
      const { field: name, operator, name: filterName } = toEntry<FilterConfig<string>>(filter);
      const field = other.fields[name];
      if (!list || operator || !isReferring(field) || field.to !== resource.name) return [];
      const path = getFilteredPath(list, { [filterName ?? name]: record[getKeyField(field)] });
      const label = t('palette.viewOf', { name: nameOf(other).many, what: hitName });
      return [toCommand({ path, group: 'palette.do', label, icon: other.icon })];
    });
  });
  return [...filteredLists, ...links];
}
