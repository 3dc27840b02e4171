import { isChildren, isSingleValue } from '../../fields/fieldTypes.ts';
import { listTemplateFields } from '../../fields/reference.ts';
import type { Role } from '../../wire/roles.ts';
import { toEntry } from '../app/entries.ts';
import { listEntries } from '../rights.ts';
import type { AnyResource } from '../types/anyResource.ts';
import type { ResourceInput } from '../types/resourceTypes.ts';
import type { EntryConfig, FormConfig } from '../viewConfig.ts';

const COLUMNS = 5;

type Views = 'list' | 'show' | 'create' | 'edit';
export type LabelledConfig = Omit<ResourceInput<AnyResource['fields'], string, string>, 'roles' | Views> &
  Pick<AnyResource, 'roles'> & { [V in Views]?: Partial<NonNullable<AnyResource[V]>> };

/** Fills in columns, forms and show view that a config leaves out: all fields, in their order. */
export function fillViews(config: LabelledConfig): Pick<AnyResource, 'title' | Views> {
  const { fields, roles, states, list = {}, create, edit, show } = config;
  const named = listEntries(config);
  const toDefaultEntry = (field: string): string | EntryConfig<string> => {
    const allowed = named.filter((one) => one.field === field).map((one) => one.roles);
    // A field that the config shows only to some roles stays theirs.
    return allowed.length > 0 && allowed.every((one) => one !== undefined)
      ? { field, roles: [...new Set(allowed.flat())] as Role[] }
      : field;
  };
  const toGroups = (isShown: (name: string) => boolean) => [
    { fields: Object.keys(fields).filter(isShown).map(toDefaultEntry) },
  ];
  const isHidden = (name: string) => fields[name]?.kind?.hidden === 'always' || fields[name]?.read?.length === 0;
  const isInput = (name: string) => {
    const { readOnly, compute, rollup, lookup } = fields[name] ?? {};
    return !(readOnly || compute || rollup || lookup || name === states?.field);
  };
  const isColumn = (name: string) =>
    !isHidden(name) && fields[name]?.kind?.input !== 'longText' && isSingleValue(fields[name]);
  const columns = list.columns ?? Object.keys(fields).filter(isColumn).slice(0, COLUMNS).map(toDefaultEntry);
  const may = (right: string) => Object.values(roles).some(({ can }) => can.includes(right));
  const form: FormConfig<string> | undefined =
    create || may('create') || may('edit') ? { groups: toGroups(isInput), ...create } : undefined;
  const title = config.title ?? `{${toEntry<{ field: string }>(columns[0] ?? '').field}}`;
  const shownElsewhere = [...listTemplateFields(title), show?.photo, ...(show?.subtitle ?? []), ...(show?.chips ?? [])];
  const isLine = (name: string) => !isHidden(name) && !isChildren(fields[name]) && !shownElsewhere.includes(name);
  const { groups, validatedFields, hostLengthLimits } = form ?? {};
  return {
    title,
    list: { ...list, columns },
    ...((show || may('show')) && { show: { groups: toGroups(isLine), ...show } }),
    ...(form && { create: form }),
    ...(form && {
      edit: {
        // A form of its own validates as it says.
        ...(!edit && validatedFields && { validatedFields }),
        ...(!edit && hostLengthLimits && { hostLengthLimits }),
        ...edit,
        groups: edit?.groups ?? withoutFields(groups ?? [], edit?.except ?? []),
      },
    }),
  };
}

const withoutFields = (groups: FormConfig<string>['groups'], except: readonly string[]) =>
  groups.map((group) => ({
    ...group,
    fields: group.fields.filter((one) => !except.includes(toEntry<EntryConfig<string>>(one).field)),
  }));
