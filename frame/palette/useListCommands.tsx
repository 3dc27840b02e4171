import { useTranslate } from 'ra-core';
import { useNavigate } from 'react-router';
import { getVisibleEntries } from '../config/entries.ts';
import { resources } from '../config/registry.ts';
import type { AnyResource, FilterConfig } from '../config/resource.ts';
import { getToday } from '../fields/date.ts';
import { showValue, useIntl, useLabel, useResourceNames } from '../parts/intl.ts';
import { isResourceOffered } from '../session/menu.ts';
import { Icon } from '../theme/icons.tsx';
import type { Role } from '../wire/call.ts';
import type { Command } from './commands.tsx';
import { offersListCommands } from './useRecordSearch.ts';

/** Returns a list's address with a filter. */
export const getFilteredPath = (list: string, filter: object): string =>
  `${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

/** Commands that open a list with one of its filters, or its calendar. */
export function useListCommands(role: Role): Command[] {
  const t = useTranslate();
  const translateLabel = useLabel();
  const intl = useIntl();
  const nameOf = useResourceNames();
  const navigate = useNavigate();

  const wordsOf = (
    resource: AnyResource,
    { field: name, test, labels: words }: FilterConfig<string>,
  ): [unknown, string][] => {
    const field = resource.fields[name];
    if (!field) return [];
    if (test === 'present')
      return words
        ? [
            [true, translateLabel(words.yes)],
            [false, translateLabel(words.no)],
          ]
        : [];
    const own = field.kind.filter ? field.kind.filter.test : undefined;
    if ((test ?? own) === 'day') return [[getToday(intl.timeZone), t('palette.today')]];
    const choices = (field as { choices?: unknown }).choices;
    if (!Array.isArray(choices)) return [];
    return choices.flatMap((one): [unknown, string][] => {
      const shown = typeof one === 'string' ? showValue(field, one, intl) : null;
      return shown ? [[one, shown.text]] : [];
    });
  };
  if (!offersListCommands()) return [];
  return resources.flatMap((resource) => {
    const list = resource.roles[role]?.list;
    if (!list || !isResourceOffered(resource, role)) return [];
    const { many: name } = nameOf(resource);
    const command = (path: string, label: string): Command => ({
      key: path,
      group: t('palette.go'),
      label,
      isDestination: true,
      icon: <Icon name={resource.icon} fontSize="small" color="action" />,
      run: () => navigate(path),
    });
    const narrowed = getVisibleEntries<FilterConfig<string>>(resource.list.filters ?? [], role).flatMap((filter) =>
      wordsOf(resource, filter).map(([value, what]) =>
        command(getFilteredPath(list, { [filter.name ?? filter.field]: value }), t('palette.view', { name, what })),
      ),
    );
    const calendar = command(`${list}?calendar=day`, t('palette.inCalendar', { name }));
    return resource.list.calendar ? [calendar, ...narrowed] : narrowed;
  });
}
