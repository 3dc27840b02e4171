import type { AnyResource } from 'portal-frame';
import { isChoice } from 'portal-frame';
import { getFilteredPath, getToday, showValue, useIntl } from 'portal-frame/browser';
import {
  type FilterConfig,
  getPlugins,
  getVisibleEntries,
  isResourceOffered,
  resources,
  useNamedText,
  useResourceNames,
} from 'portal-frame/browser/plugins';
import { getFilterOperator } from 'portal-frame/plugin';
import type { Role } from 'portal-frame/roles';
import { offersListCommands } from 'portal-frame/search';
import { useTranslate } from 'ra-core';
import { type Command, useDestination } from './commands.tsx';

/** Commands that open a list with one of its filters, or in another view. */
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
    if (!isChoice(field)) return [];
    return field.choices.flatMap((choice): [unknown, string][] => {
      const shown = showValue(field, choice, intl);
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
    const views = getPlugins().flatMap(({ listView }) =>
      listView?.isOffered(resource)
        ? open(
            `${list}?${listView.query}`,
            t('palette.inView', { name, view: t(listView.texts.show).toLocaleLowerCase(intl.locale) }),
          )
        : [],
    );
    return [...views, ...narrowed];
  });
}
