import type { Fields } from '../fields/kind.ts';
import type { ListParams } from '../wire/binding.ts';
import { applyHost } from './app/hosts.ts';
import { fillLabels } from './defaults/defaultLabels.ts';
import { fillViews } from './defaults/defaultViews.ts';
import { expandRoles } from './permissions.ts';
import { restrictEntries } from './rights.ts';
import { SYSTEM_FIELDS } from './systemFields.ts';
import type { AnyResource } from './types/anyResource.ts';
import type { ResourceConfig, ResourceInput } from './types/resourceTypes.ts';

export type * from './listConfig.ts';
export { mayDo } from './rights.ts';
export type { AnyResource } from './types/anyResource.ts';
export type * from './types/componentProps.ts';
export type * from './types/resourceTypes.ts';
export type * from './viewConfig.ts';

/**
 * Declares a resource. TypeScript checks names of fields and actions; checkResources checks the rest at start.
 * @example export default defineResource({ name: 'supplies', icon: 'inventory', fields: { name: text({ required: true }) }, ... });
 */
export const defineResource = <const F extends Fields, const A extends string = never, const T extends string = never>(
  input: ResourceInput<F, A, T>,
): ResourceConfig<F, A, T> => {
  const fields = addComputations(input);
  const named = fillLabels({ ...input, fields, roles: expandRoles(input, input.roles) });
  const config = { ...named, ...fillViews(named) } as ResourceConfig<F, A, T>;
  return config.api
    ? { ...config, api: applyHost(config.api) }
    : completeFields({
        ...{ ...config, list: config.list.sort ? config.list : sortNewestFirst(config.list) },
        // The fields keep the order of the config, and may replace system fields.
        fields: { ...config.fields, ...SYSTEM_FIELDS, ...config.fields },
      });
};

/** Marks the read-only fields of a collection, and restricts its columns and inputs to roles that may use them. */
export const completeFields = <C extends Pick<AnyResource, 'fields' | 'states' | 'list' | 'show' | 'create' | 'edit'>>(
  config: C,
): C => ({ ...restrictEntries(config), fields: markReadOnly(config) });

const markReadOnly = <F extends Fields>({ fields, states }: Pick<ResourceConfig<F>, 'fields' | 'states'>): F =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (name === states?.field) return [name, { ...field, readOnly: true, default: states.start }];
      return [name, field?.compute || field?.rollup || field?.lookup ? { ...field, readOnly: true } : field];
    }),
  ) as F;

const addComputations = <F extends Fields>({ fields, compute }: Pick<ResourceConfig<F>, 'fields' | 'compute'>): F => {
  const computed = Object.entries(compute ?? {}).filter(([name]) => name in fields);
  return { ...fields, ...Object.fromEntries(computed.map(([name, one]) => [name, { ...fields[name], compute: one }])) };
};

/** Default order. If people may sort, `createdAt` is added so they can return to it. */
const sortNewestFirst = <L extends { sortable?: readonly unknown[] }>(list: L): L => ({
  ...list,
  ...(list.sortable?.length && { sortable: ['createdAt', ...list.sortable.filter((name) => name !== 'createdAt')] }),
  sort: { field: 'createdAt', order: 'DESC' },
});

/** Returns the parameters of a list's first request. */
export const getInitialListParams = ({ list }: AnyResource): ListParams & { filter: Record<string, never> } => ({
  page: 1,
  perPage: list.perPage ?? 10,
  sort: list.sort ?? { field: 'id', order: 'ASC' },
  filter: {},
});
