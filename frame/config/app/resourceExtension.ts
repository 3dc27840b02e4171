import type { Fields, Label } from '../../fields/kind.ts';
import type { ChangeBinding } from '../../wire/binding.ts';
import type { Feature } from '../../wire/features.ts';
import type { ResourceApi } from '../../wire/resourceApi.ts';
import type { Role } from '../../wire/roles.ts';
import type { ActionConfig } from '../actions.ts';
import type { ColumnConfig, FilterConfig, ListKeys, TabConfig } from '../listConfig.ts';
import type { TableConfig } from '../tableConfig.ts';
import type { PluginKeys } from '../types/pluginKeys.ts';
import type { GroupsInput, RelatedConfig } from '../viewConfig.ts';

/** A place in a list: behind the one named `after`, first if it is null; without that one, at the end. */
interface Place {
  readonly after?: string | null;
}

/** A name that a plug-in adds to a list. */
export interface AddedName extends Place {
  readonly add: string;
}

export interface AddedAction extends AddedName {
  readonly action: ActionConfig;
  /** Roles that may run it. */
  readonly roles: readonly Role[];
}

/** Fields that stand together. */
interface AddedFields extends Place {
  readonly add: Fields;
}

/** Lets a role that has the resource run one of its actions. */
export interface Grant {
  readonly action: string;
  readonly role: Role;
  /** Request of the action, for a resource with an `api`. */
  readonly binding?: ChangeBinding;
}

type AddedNames = readonly (string | AddedName)[];
type AddedEntries<E> = readonly (string | (E & Place))[];

/** Keys of lists that plug-ins add, in part. One that the list lacks is left out. */
type AddedListKeys = {
  readonly [K in keyof ListKeys<string, string>]?: Partial<NonNullable<ListKeys<string, string>[K]>>;
};

interface AddedToList extends AddedListKeys {
  readonly columns?: AddedEntries<ColumnConfig<string, string>>;
  readonly filters?: AddedEntries<FilterConfig<string>>;
  readonly tabs?: readonly (Omit<TabConfig<string>, 'label'> & { readonly label?: Label } & Place)[];
  readonly sortable?: AddedNames;
  /** Left out if the list has no such key. */
  readonly sortableByFeature?: { readonly [F in Feature]?: AddedNames };
}

interface AddedToForm {
  readonly groups?: GroupsInput<string>;
  readonly sticky?: AddedNames;
  readonly validatedFields?: AddedNames;
  /** Left out if the form has no duplicate link. */
  readonly duplicate?: { readonly fields: AddedNames };
}

/**
 * Additions of a plug-in to a resource of another part. They have the shape of its config and are checked like it. Names
 * and entries of lists stand behind the one named `after`, else at the end. Two owners of one name are refused.
 */
export interface ResourceExtension {
  readonly fields?: readonly AddedFields[];
  /** Values of choice fields, by field. */
  readonly choices?: Readonly<Record<string, readonly AddedName[]>>;
  /** Actions for roles that have the resource. */
  readonly actions?: readonly AddedAction[];
  /** Keys of actions of others, such as `asks`. An action that is left out is skipped. */
  readonly actionKeys?: Readonly<Record<string, Partial<ActionConfig>>>;
  /** Roles that may run actions of the resource, or have another right. A right that the role has already is refused. */
  readonly grants?: readonly Grant[];
  readonly list?: AddedToList;
  readonly show?: {
    readonly groups?: GroupsInput<string>;
    readonly chips?: AddedNames;
    readonly primaryActions?: AddedNames;
    readonly related?: readonly RelatedConfig[];
  };
  readonly create?: AddedToForm;
  readonly edit?: AddedToForm;
  /** Values of keys that other plug-ins add, such as `import`. A key that the resource has already is refused. */
  readonly keys?: PluginKeys<string, string, object>;
  /** Calls and requests, for a resource with an `api`. */
  readonly api?: ResourceApi;
  /** Columns of its fields, for a resource with a `table`. */
  readonly table?: Pick<TableConfig<string>, 'columns' | 'idColumns' | 'sortKeyColumns'>;
}
