import type { Fields } from '../../fields/kind.ts';
import type { PerRole } from '../../wire/roles.ts';
import type { ActionConfig, StatesConfig } from '../actions.ts';
import type { AccountsConfig } from '../app/accounts.ts';
import type { ListConfig, ListInput } from '../listConfig.ts';
import type { Preset, RoleAccess, RoleInput } from '../permissions.ts';
import type { FieldValues, HookValues, Loosely, PartialValues, ValueOf } from '../related/recordTypes.ts';
import type { resourceSchema } from '../schema.ts';
import type { Complete, Keys } from '../schemas/keyTypes.ts';
import type { SystemField } from '../systemFields.ts';
import type { TableConfig } from '../tableConfig.ts';
import type { FormConfig, FormInput, ShowConfig, ShowInput } from '../viewConfig.ts';
import type { PluginKeys } from './pluginKeys.ts';

/** Field of the config or system field. */
type NameOf<F extends Fields> = (keyof F & string) | SystemField;

/** Types of the parts of a config that depend on its fields, actions and transitions. */
interface ResourceParts<F extends Fields, A extends string, T extends string> {
  field: keyof F & string;
  fields: F;
  compute: {
    readonly [K in keyof F]?: Loosely<(values: HookValues<NoInfer<F>>) => ValueOf<NoInfer<F>[K]> | null | undefined>;
  };
  validate: Loosely<(values: PartialValues<NoInfer<F>>) => { [K in keyof F & string]?: string | undefined }>;
  actions: { readonly [K in A]: ActionConfig<FieldValues<NoInfer<F>>> };
  states: StatesConfig<FieldValues<NoInfer<F>>, T>;
  index: readonly [filter: NameOf<F>, sort: NameOf<F>];
  accounts: AccountsConfig<keyof F & string>;
  table: TableConfig<keyof F & string>;
}

interface InputParts<F extends Fields, A extends string, T extends string> extends ResourceParts<F, A, T> {
  list: ListInput<NameOf<F>, NoInfer<A>, HookValues<NoInfer<F>>>;
  show: ShowInput<NameOf<F>>;
  form: FormInput<keyof F & string>;
  roles: PerRole<Preset | RoleInput<FieldValues<NoInfer<F>>, NoInfer<A | T>>>;
}

/** Config of a resource. A preset among a role's rights also gives it screens. */
export interface ResourceInput<F extends Fields, A extends string, T extends string>
  extends Keys<typeof resourceSchema, InputParts<F, A, T>>,
    PluginKeys<keyof F & string, NoInfer<T>, FieldValues<NoInfer<F>>> {}

interface ConfigParts<F extends Fields, A extends string, T extends string> extends ResourceParts<F, A, T> {
  list: ListConfig<NameOf<F>, NoInfer<A>, HookValues<NoInfer<F>>>;
  show: ShowConfig<NameOf<F>>;
  form: FormConfig<keyof F & string>;
  roles: PerRole<RoleAccess<FieldValues<NoInfer<F>>, NoInfer<A | T>>>;
}

/** Resource as data, read by browser and server: its config with presets and defaults filled in. */
export interface ResourceConfig<F extends Fields = Fields, A extends string = string, T extends string = string>
  extends Complete<Keys<typeof resourceSchema, ConfigParts<F, A, T>>, 'title' | 'list'>,
    PluginKeys<keyof F & string, NoInfer<T>, FieldValues<NoInfer<F>>> {}

declare module './anyResource.ts' {
  interface AnyResource extends ResourceConfig {}
}
