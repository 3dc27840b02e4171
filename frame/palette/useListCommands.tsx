import { useTranslate } from 'ra-core';
import { getVisibleEntries } from '../config/app/entries.ts';
import { getFilterOperator } from '../config/listFilters.ts';
import { getFilteredPath } from '../config/listPaths.ts';
import { resources } from '../config/registry.ts';
import type { AnyResource, FilterConfig } from '../config/resource.ts';
import { getToday } from '../fields/date.ts';
import { showValue, useIntl, useNamedText, useResourceNames } from '../parts/intl.ts';
import { isResourceOffered } from '../session/menu.ts';
import type { Role } from '../wire/call.ts';
import { type Command, useDestination } from './commands.tsx';
import { offersListCommands } from './useRecordSearch.ts';

/** Commands that open a list with one of its filters, or its calendar. */
export function useListCommands(role: Role): Command[] {
  const t = useTranslate();
  const text = useNamedText();
  const intl = useIntl();
  const nameOf = useResourceNames();
  const toCommand = useDestination();

  /** Returns the values by which a list can be opened with this filter, and their texts. */
  const choicesOf = (resource: AnyResource, filter: FilterConfig<string>): [unknown, string][] => {
    const { field: name, labels } = filter;
    const operator = getFilterOperator(resource, filter);
    const field = resource.fields[name];
    if (!field) return [];
    if (operator === 'exists')
      return (['yes', 'no'] as const).flatMap((answer): [unknown, string][] => {
        const shown = text(resource, `filters.${filter.name ?? name}.${answer}`, labels?.[answer], '');
        return shown ? [[answer === 'yes', shown]] : [];
      });
    if (operator === 'equals' && field.kind.storage === 'moment')
      return [[getToday(intl.timeZone), t('palette.today')]];
    const choices = (field as { choices?: unknown }).choices;
    if (!Array.isArray(choices)) return [];
    return choices.flatMap((choice): [unknown, string][] => {
      const shown = typeof choice === 'string' ? showValue(field, choice, intl) : null;
      return shown ? [[choice, shown.text]] : [];
    });
  };
  if (!offersListCommands()) return [];
  return resources.flatMap((resource) => {
    const list = resource.roles[role]?.list;
    if (!list || !isResourceOffered(resource, role)) return [];
    const { many: name } = nameOf(resource);
    const open = (path: string, label: string) => toCommand({ path, group: 'palette.go', label, icon: resource.icon });
    const narrowed = getVisibleEntries<FilterConfig<string>>(resource.list.filters ?? [], role).flatMap((filter) =>
      choicesOf(resource, filter).map(([value, what]) =>
        open(getFilteredPath(list, { [filter.name ?? filter.field]: value }), t('palette.view', { name, what })),
      ),
    );
    const calendar = open(`${list}?calendar=day`, t('palette.inCalendar', { name }));
    return resource.list.calendar ? [calendar, ...narrowed] : narrowed;
  });
}
