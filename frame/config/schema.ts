import { z } from 'zod';
import type { Fields } from '../fields/kind.ts';
import type { ResourceApi } from '../wire/resourceApi.ts';
import { roleSchema } from '../wire/roleSchema.ts';
import type { IconName } from './app/icons.ts';
import { access, accounts } from './schemas/accessSchema.ts';
import { actionSchema, statesSchema } from './schemas/actionSchema.ts';
import { formSchema, showSchema } from './schemas/formSchema.ts';
import { listSchema } from './schemas/listSchema.ts';
import { indexesSchema, rulesSchema } from './schemas/ruleSchema.ts';
import {
  component,
  feature,
  fieldName,
  fieldNames,
  filledIn,
  label,
  optional,
  part,
  required,
  roleList,
  typed,
} from './schemas/schemaParts.ts';
import { table } from './schemas/tableSchema.ts';
import type { ViewProps } from './types/componentProps.ts';

const deleteSchema = z.strictObject({
  question: required(label, 'Confirmation question.', "'Delete this supply?'"),
  confirm: optional(label, 'Text of the button.', "'Delete'", 'Yes, Delete'),
  warning: optional(
    z.strictObject({ text: label, feature }),
    'Further effect, shown if the host offers the feature.',
    "{ text: 'Its loans end.', feature: 'loans' }",
  ),
  running: optional(label, 'Text while deleting.', "'Deleting supply...'", 'Deleting...'),
  success: optional(label, 'Toast afterwards.', "'Supply deleted'", 'Deleted.'),
});

const valuesFunction = z.custom<() => unknown>((value) => typeof value === 'function', {
  error: 'a function of the values',
});

/**
 * Keys of a resource config. Start-up checks configs with this schema, the types of types/resourceTypes.ts follow from it,
 * and docs/reference.md is generated from it.
 */
export const resourceSchema = z.strictObject({
  name: required(
    z.string().regex(/^[a-z][a-zA-Z0-9]*$/, { error: 'a name such as supplies' }),
    'Name of the resource and of its file.',
    "'supplies'",
  ),
  icon: required(typed<IconName>(z.string()), 'Icon of frame/config/app/icons.ts.', "'inventory'"),
  label: optional(
    z.strictObject({ one: label, many: label }),
    'Singular and plural name.',
    "{ one: 'Supply', many: 'Supplies' }",
    'resources.{name}.name of the i18n files, else the name',
  ),
  title: optional(
    z.string(),
    'Template of a record’s title, wherever it is named. A reference shows the title of its record.',
    "'{code} - {name}'",
    'the first column',
  ),
  menu: optional(
    z.strictObject({
      group: label.optional(),
      list: label.optional(),
      form: z.union([label, z.literal(true)]).optional(),
    }),
    'Heading above the menu entry (`group`), its text (`list`), and an entry for the create form (`form`: its text, or true).',
    "{ group: 'Stock', form: true }",
  ),
  feature: optional(
    feature,
    'Requires this feature of the host. Our server offers every feature that resources name.',
    "'orders'",
  ),
  order: optional(z.union([z.number(), z.literal(false)]), 'Menu position; false leaves it out.', '35', '50'),
  fields: required(
    part(
      'fields',
      z
        .custom<Fields>((value) => value !== null && typeof value === 'object', { error: 'an object of fields' })
        .meta({ type: 'fields by name' }),
    ),
    'Fields of a record.',
    '{ item: text({ required: true }) }',
  ),
  compute: optional(
    part('compute', z.record(fieldName, valuesFunction).meta({ type: 'functions by field' })),
    'Collections: computes fields from the other values of the record.',
    '{ total: ({ price, count }) => price * count }',
    'none',
  ),
  list: filledIn(part('list', listSchema)),
  show: part('show', showSchema).optional(),
  create: part('form', formSchema).optional(),
  edit: part('form', formSchema).optional(),
  delete: deleteSchema.optional(),
  find: z
    .strictObject({
      secondary: optional(fieldNames, 'Fields shown with a match.', "['quantity']", 'none'),
    })
    .optional(),
  header: z
    .strictObject({
      placement: required(z.enum(['middle', 'end']), 'Place in the header of every screen.', "'end'"),
      roles: optional(roleList, 'Roles that see it.'),
      component: required(
        component<ViewProps>(),
        'Component. Receives ViewProps.',
        "() => import('../pages/Bell.tsx')",
      ),
    })
    .optional(),
  actions: part('actions', z.record(z.string(), actionSchema)).optional(),
  rules: optional(rulesSchema, 'Collections: rules kept by the database.', "{ unique: ['item', 'place'] }", 'none'),
  indexes: indexesSchema,
  history: optional(
    z.boolean(),
    'Collections: records a version of every change ([history](#history)).',
    'true',
    'false',
  ),
  appendOnly: optional(
    z.boolean(),
    'Collections: records are created and never updated or deleted, not even by the system. A correction is a new record.',
    'true',
    'false',
  ),
  validate: optional(
    part('validate', valuesFunction.meta({ type: '(values) => messages by field' })),
    'Validates a record as a whole, in the form and on the server. Returns texts or i18n keys by field.',
    "({ from, to }) => (from > to ? { to: 'Ends before it starts.' } : {})",
    'no validation',
  ),
  states: part('states', statesSchema).optional(),
  dependsOn: optional(
    z.array(z.string()),
    'Resources that share these records. A change there refetches this resource.',
    "['loans']",
    'none',
  ),
  accounts: optional(
    z.union([roleSchema(), part('accounts', accounts)]),
    'Collections: each record is an account of this role.',
    "'member'",
    'no accounts',
  ),
  renamedFrom: optional(
    z.union([z.string(), z.array(z.string())]),
    'Collections: earlier names, newest first.',
    "'supplies'",
  ),
  dropped: optional(
    z.array(z.string()),
    'Collections: removed fields. Their values stay in the database, hidden.',
    "['note']",
    'none',
  ),
  roles: part('roles', z.partialRecord(roleSchema(), access)),
  api: optional(
    z.custom<ResourceApi>((value) => value !== null && typeof value === 'object').meta({ type: 'ResourceApi' }),
    'Own calls (frame/wire/binding.ts).',
    'suppliesApi',
    'a collection of our server',
  ),
  table: part('table', table).optional(),
});
