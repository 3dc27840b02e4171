import Link from '@mui/icons-material/OpenInNew';
import { useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { getVisibleEntries, toEntry } from '../config/entries.ts';
import { resources } from '../config/registry.ts';
import { type AnyResource, type FilterConfig, mayDo } from '../config/resource.ts';
import { showValue, useIntl, useResourceNames } from '../parts/intl.ts';
import { isResourceOffered } from '../session/menu.ts';
import { Icon } from '../theme/icons.tsx';
import type { Role } from '../wire/call.ts';
import type { Command } from './commands.tsx';
import { getFilteredPath } from './useListCommands.tsx';
import { getNameField, type Hit, isSearchable, offersListCommands, useRecordSearch } from './useRecordSearch.ts';

const getHitName = ({ resource, record }: Hit) => String(record[getNameField(resource)] ?? '');

/** Searches records and returns commands: open one of them, and act on the first. */
export function useHits(role: Role, text: string) {
  const navigate = useNavigate();
  const nameOf = useResourceNames();
  const reached = (resource: AnyResource) => Boolean(resource.roles[role]?.list) && mayDo(resource, role, 'show');
  const findable = resources.filter((one) => isSearchable(one) && isResourceOffered(one, role) && reached(one));
  // If only one list is scanned, it is one with `find` in its config.
  const { found, searching, error } = useRecordSearch(
    findable.toSorted((a, b) => Number(Boolean(b.find)) - Number(Boolean(a.find))),
    text,
  );
  const shown = found.filter(({ resource }) => reached(resource));
  const hits = shown.map(
    (hit): Command => ({
      key: `${hit.resource.name} ${hit.record.id}`,
      group: nameOf(hit.resource).many,
      label: getHitName(hit),
      isDestination: true,
      hit,
      run: () => navigate(`${hit.resource.roles[role]?.list}/${encodeURIComponent(hit.record.id)}`),
    }),
  );
  const actions = useHitActions(role, shown[0]);
  return { hits, actions: text === '' || !offersListCommands() ? [] : actions, searching, error };
}

/** Commands for the first hit: call, mail, map, and lists filtered by it. */
function useHitActions(role: Role, hit: Hit | undefined): Command[] {
  const t = useTranslate();
  const intl = useIntl();
  const navigate = useNavigate();
  const nameOf = useResourceNames();
  if (!hit) return [];
  const { resource, record } = hit;
  const name = getHitName(hit);
  const shown = resource.show?.groups.flatMap(({ fields }) => getVisibleEntries(fields, role)) ?? [];
  const ways = shown.flatMap(({ field }): Command[] => {
    const kind = resource.fields[field];
    const value = kind && showValue(kind, record[field], intl);
    if (!value?.href) return [];
    return [
      {
        key: value.href,
        group: t('palette.do'),
        label: t('palette.act', { name, what: value.text }),
        icon: <Link fontSize="small" color="action" />,
        run: () => void window.open(value.href, '_blank', 'noreferrer'),
      },
    ];
  });
  const theirs = resources.flatMap((other) => {
    const list = other.roles[role]?.list;
    const filters = getVisibleEntries<FilterConfig<string>>(other.list.filters ?? [], role);
    return filters.flatMap((one): Command[] => {
      const { field: at, test, name: called } = toEntry<FilterConfig<string>>(one);
      const field = other.fields[at] as { to?: string; value?: string } | undefined;
      if (!list || test || field?.to !== resource.name) return [];
      const path = getFilteredPath(list, { [called ?? at]: record[field.value ?? 'id'] });
      const label = t('palette.viewOf', { name: nameOf(other).many, what: name });
      return [
        {
          key: path,
          group: t('palette.do'),
          label,
          isDestination: true,
          icon: <Icon name={other.icon} fontSize="small" color="action" />,
          run: () => navigate(path),
        },
      ];
    });
  });
  return [...theirs, ...ways];
}
