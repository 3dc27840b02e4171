import type { Label } from '../../fields/kind.ts';
import type { GroupConfig, GroupsInput } from '../viewConfig.ts';
import type { LabelledConfig } from './defaultViews.ts';

interface View {
  groups?: GroupsInput<string>;
}

interface Config {
  name: string;
  list?: { tabs?: readonly { name: string; label?: Label }[] };
  show?: View;
  create?: View;
  edit?: View;
}

const isList = (groups: GroupsInput<string>): groups is readonly GroupConfig<string>[] => Array.isArray(groups);

/**
 * Labels tabs and groups that have no label with i18n keys such as `resources.supplies.groups.contact`. Groups given by
 * name become a list.
 */
export function fillLabels<C extends Config>(config: C): LabelledConfig {
  const { name: resource, list } = config;
  const addLabel = <T extends { label?: Label }>(part: string, name: string, named: T) => ({
    ...named,
    label: named.label ?? `resources.${resource}.${part}.${name}`,
  });
  const toGroupList = (groups: GroupsInput<string>) =>
    isList(groups)
      ? groups
      : Object.entries(groups).map(([name, group]) =>
          addLabel('groups', name, 'fields' in group ? group : { fields: group }),
        );
  const views = (['show', 'create', 'edit'] as const).map((name) => {
    const { groups, ...view } = config[name] ?? {};
    return [name, config[name] && { ...view, ...(groups && { groups: toGroupList(groups) }) }];
  });
  return {
    ...config,
    ...(list?.tabs && { list: { ...list, tabs: list.tabs.map((tab) => addLabel('tabs', tab.name, tab)) } }),
    ...Object.fromEntries(views.filter(([, view]) => view)),
  } as LabelledConfig;
}
