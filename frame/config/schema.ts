import { z } from 'zod';
import type { Fields } from '../fields/kind.ts';
import { whereSchema } from '../where/parseWhere.ts';
import { roleSchema } from '../wire/roleSchema.ts';
import { actionSchema, statesSchema } from './schemas/actionSchema.ts';
import { formSchema, showSchema } from './schemas/formSchema.ts';
import { listSchema } from './schemas/listSchema.ts';
import { indexesSchema, rulesSchema } from './schemas/ruleSchema.ts';
import { component, feature, fieldName, label, optional, path, required, roleList } from './schemas/schemaParts.ts';

const fieldNames = z.array(fieldName);

const access = z.strictObject({
  list: optional(
    path,
    'Path of the list. A preset in `can` gives one, as it does for `form` and the screens of plug-ins; else no screen and no menu entry.',
    "'/supplies'",
  ),
  form: optional(path, 'Path of the create form.', "'/add-supply'"),
  can: required(
    z.array(z.string()).meta({ type: '`manage`, `read` or names' }),
    '`manage` (everything), `read` (list, show, export), or a list of these, list, show, create, edit, delete, export, import, and named actions and transitions.',
    'manage',
  ),
  except: optional(z.array(z.string()), 'Rights of `can` that the role does not have.', "['delete']", 'none'),
  where: optional(
    whereSchema,
    'Collections: only records that match. A field that must be `me` is filled in for new records of the role.',
    "{ 'copy.branch': me, state: ['New', 'Open'] }",
    'all',
  ),
});

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

const accounts = z.strictObject({
  role: required(roleSchema(), 'Role of the accounts.', "'member'"),
  email: optional(fieldName, 'Required e-mail field used to sign in.', "'email'", '`email`'),
  name: optional(fieldName, 'Required text field with the name.', "'name'", '`fullName`'),
  active: optional(fieldName, 'Toggle that allows sign-in.', "'active'", 'always allowed'),
});

const table = z.strictObject({
  name: required(z.string(), 'With `api`: table of the records on our server, created by migrations.', "'supplies'"),
  columns: optional(
    z.record(fieldName, z.string().nullable()),
    'Columns not named like their field (`expiresOn` is `expires_on`); null without a column.',
    "{ price: 'price_cents' }",
    'none',
  ),
  idColumns: optional(
    z.record(fieldName, z.string()),
    'Columns with ids of referenced records, if a reference stores another value.',
    "{ branch: 'branch_id' }",
    'none',
  ),
  sortKeyColumns: optional(
    z.record(fieldName, z.string()),
    'Columns with sort keys of texts. The frame rewrites them after a change of its normalization.',
    "{ item: 'item_key' }",
    'none',
  ),
  emptyTexts: optional(
    z.array(fieldName),
    "Fields whose text column is not null. A missing value is stored as ''.",
    "['note']",
    'none',
  ),
  stamps: optional(
    z.strictObject({ version: z.string(), createdAt: z.string(), changedAt: z.string() }).partial(),
    'Columns with the number of the version and the times of creation and last change. Every write sets them; an old `version` is refused.',
    "{ version: 'version', changedAt: 'updated_at' }",
    'none',
  ),
  unversioned: optional(
    z.array(fieldName),
    'Fields whose change alone leaves version and times as they are, such as values that the server derives.',
    "['state']",
    'none',
  ),
  writable: optional(
    z.union([z.literal(true), z.array(z.enum(['create', 'delete']))]),
    'Operations of the records API, if the fields cover every required column. `true`: both.',
    "['create']",
    'it reads and updates them',
  ),
  served: optional(
    z.boolean(),
    'Our server also serves the records as those of a collection, for reading. Lists then filter, search and sort there, and `api.list` is for other hosts.',
    'true',
    'lists use `api.list`',
  ),
  where: optional(
    z.record(z.string(), z.union([z.string(), z.null(), z.strictObject({ not: z.string() })])),
    'Column values of the records, if the table has other rows too: a text, any other text, or null.',
    "{ shelf: 'A', state: { not: 'Lost' } }",
    'all rows',
  ),
});

/**
 * Schema of a resource config. Start-up checks configs with it, and docs/reference.md is generated from it.
 * resource.ts has the types.
 */
export const resourceSchema = z.strictObject({
  name: required(
    z.string().regex(/^[a-z][a-zA-Z0-9]*$/, { error: 'a name such as supplies' }),
    'Name of the resource and of its file.',
    "'supplies'",
  ),
  icon: required(z.string(), 'Icon of frame/config/app/icons.ts.', "'inventory'"),
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
    z
      .custom<Fields>((value) => value !== null && typeof value === 'object', { error: 'an object of fields' })
      .meta({ type: 'fields by name' }),
    'Fields of a record.',
    '{ item: text({ required: true }) }',
  ),
  compute: optional(
    z
      .record(
        fieldName,
        z.custom<() => unknown>((value) => typeof value === 'function', { error: 'a function of the values' }),
      )
      .meta({ type: 'functions by field' }),
    'Collections: computes fields from the other values of the record.',
    '{ total: ({ price, count }) => price * count }',
    'none',
  ),
  list: listSchema,
  show: showSchema.optional(),
  create: formSchema.optional(),
  edit: formSchema.optional(),
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
      component: required(component, 'Component. Receives ViewProps.', "() => import('../pages/Bell.tsx')"),
    })
    .optional(),
  actions: z.record(z.string(), actionSchema).optional(),
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
    z
      .custom<() => unknown>((value) => typeof value === 'function', { error: 'a function of the values' })
      .meta({ type: '(values) => messages by field' }),
    'Validates a record as a whole, in the form and on the server. Returns texts or i18n keys by field.',
    "({ from, to }) => (from > to ? { to: 'Ends before it starts.' } : {})",
    'no validation',
  ),
  states: statesSchema.optional(),
  dependsOn: optional(
    z.array(z.string()),
    'Resources that share these records. A change there refetches this resource.',
    "['loans']",
    'none',
  ),
  accounts: optional(
    z.union([roleSchema(), accounts]),
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
  roles: z.partialRecord(roleSchema(), access),
  api: optional(
    z.custom<object>((value) => value !== null && typeof value === 'object').meta({ type: 'ResourceApi' }),
    'Own calls (frame/wire/binding.ts).',
    'suppliesApi',
    'a collection of our server',
  ),
  table: table.optional(),
});
