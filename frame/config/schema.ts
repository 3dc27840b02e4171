import { z } from 'zod';
import { type Fields, TESTS } from '../fields/kind.ts';
import { roleSchema } from '../wire/roleSchema.ts';
import { reportSchema } from './reportSchema.ts';
import {
  actionName,
  component,
  feature,
  fieldName,
  key,
  label,
  must,
  path,
  roleList,
  roleNames,
} from './schemaParts.ts';

const column = z.strictObject({
  field: must(fieldName, 'The field it shows.', "'quantity'"),
  label: key(label, 'Its head.', "'In stock'", 'the field’s label'),
  photo: key(fieldName, 'The image field shown before the text; coloured initials without a picture.', "'image'"),
  secondary: key(z.array(fieldName), 'Fields shown in a second line on narrow screens.', "['age']"),
  roles: key(roleList, 'Who sees it.'),
  action: key(actionName, 'The action that changes the value in its place, for those who may.', "'setStatus'"),
  placeholder: key(z.string(), 'Text or i18n key for a missing value.', "'list.none'", 'N/A'),
  component: key(component, 'Draws the value instead; is given CellProps.', "() => import('../pages/Level.tsx')"),
  hidden: key(z.boolean(), 'Left out until the person chooses it.', 'true', 'false'),
  feature: key(feature, 'Only where the host offers this.', "'dispatch'"),
});

const filter = z.strictObject({
  field: must(fieldName, 'The field it filters.', "'expiresOn'"),
  name: key(z.string(), 'Its name in the address and in the call.', "'expiresBefore'", 'the field’s name'),
  test: key(z.enum(TESTS), 'How it compares.', "'to'", 'the kind’s own way'),
  label: key(label, 'Its label.', "'Expires before'", 'the field’s label'),
  roles: key(roleList, 'Who is offered it.'),
  required: key(roleNames, 'For whom it is marked as required.', "['member']", 'nobody'),
  choices: key(z.array(z.string()), 'The values offered, of those the field has.', "['New']", 'all of them'),
  emptyText: key(label, 'Its word for no choice made.', "'All levels'", "'All'"),
  labels: key(
    z.strictObject({ yes: z.string(), no: z.string() }),
    'For the test `present`: the words for yes and no.',
    "{ yes: 'Uploaded', no: 'Not uploaded' }",
  ),
  feature: key(feature, 'Only where the host offers this.', "'dispatch'"),
});

const entry = z.strictObject({
  field: must(fieldName, 'The field.', "'quantity'"),
  label: key(label, 'Its label here.', "'How many'", 'the field’s label'),
  roles: key(roleList, 'Who sees it.'),
  required: key(z.boolean(), 'Forms: must be filled in here though the field may be empty.', 'true', 'the field’s own'),
  value: key(z.string(), 'Forms, references: the field of the referred record that is sent.', "'code'", 'its id'),
  placeholder: key(z.string(), 'Popups: text or i18n key for a missing value.', "'list.none'", 'N/A'),
  hideEmpty: key(z.boolean(), 'Popups: left out while it is empty.', 'true', 'false'),
  component: key(component, 'Popups: draws the value instead; is given CellProps.'),
  input: key(component, 'Forms: asks for the value instead; is given InputProps.'),
  wide: key(z.boolean(), 'Takes the full width.', 'true', 'false'),
});
const group = z.strictObject({
  label: must(label, 'The heading.', "'Supply'"),
  fields: must(
    z.array(z.union([fieldName, entry])),
    'Its lines or inputs.',
    "['quantity', { field: 'note', wide: true }]",
  ),
  feature: key(feature, 'Only where the host offers this.', "'dispatch'"),
});
const related = z.strictObject({
  resource: must(z.string(), 'A collection that refers to this resource.', "'results'"),
  field: must(z.string(), 'Its reference.', "'book'"),
  label: key(label, 'The heading.', "'Measured'", 'what many of them are called'),
  columns: key(z.array(z.string()), 'The fields shown.', "['analyte']", 'the columns of its list'),
  perPage: key(z.number().int().min(1).max(100), 'Rows.', '10', '5'),
  sort: key(
    z.string(),
    'The field they come in the order of, one that its list can be sorted by.',
    "'place'",
    'its list’s order',
  ),
  rowLink: key(
    z.string(),
    'A reference of theirs: a row leads to the record that it names.',
    "'book'",
    'a row leads to itself',
  ),
});
const form = z.strictObject({
  title: key(label, 'Title of the screen.', "'New supply'", 'Add {name}'),
  groups: must(z.array(group).min(1), 'The inputs under headings.', "[{ label: 'Supply', fields: ['item'] }]"),
  validatedFields: key(
    z.array(fieldName),
    'The fields that are checked on every host; others only where the host offers `rules`.',
    "['item']",
    'all of them',
  ),
  hostLengthLimits: key(
    z.boolean(),
    'The longest lengths of its fields are checked only where the host offers `rules`.',
    'true',
    'false',
  ),
  sticky: key(
    z.array(fieldName),
    'Fields whose values the next new record starts with, where the person wants it.',
    "['item']",
    'none',
  ),
  success: key(label, 'The toast after saving.', "'Supply saved'", 'Saved.'),
  component: key(component, 'Replaces the entire form; is given ViewProps.'),
  duplicate: key(
    z.strictObject({ label, fields: z.array(fieldName), feature: feature.optional() }),
    'What a new record takes over from one whose popup offers to begin with it.',
    "{ label: 'Order again', fields: ['item'] }",
    'not offered',
  ),
});

const calendar = z
  .strictObject({
    date: must(
      fieldName,
      'The date or moment that says where a record stands; list.filters has a filter of it by day.',
      "'expiresOn'",
    ),
    minutes: key(z.number().int().min(5).max(1440), 'How long a record takes.', '30', '60'),
    title: key(fieldName, 'What a record is called there.', "'item'", 'the first column'),
    color: key(fieldName, 'The choice whose colour and icon it has.', "'state'"),
    mark: key(fieldName, 'A second choice, shown by its icon.', "'priority'"),
    warn: key(fieldName, 'A choice that is filled where something is wrong; a warning shows it.', "'trouble'"),
    lane: key(fieldName, 'The reference whose records are the lanes.', "'owner'", 'no lanes'),
    laneFilter: key(
      z.record(z.string(), z.unknown()),
      'Which referred records always have a lane, by values of theirs.',
      '{ isActive: true }',
      'all of them',
    ),
    assign: key(actionName, 'The action that dragging into a lane does; lanes are for who may do it.', "'assign'"),
    reassign: key(actionName, 'The action that dragging to another lane does.', "'reassign'", 'lanes are kept'),
    unassign: key(actionName, 'The action that dragging out of every lane does.', "'unassign'", 'a lane is kept'),
    move: key(actionName, 'The action that dragging to another time does.', "'move'", 'times are kept'),
    conflictValues: key(
      z.array(z.string()),
      'The values of `color` that count as overlapping.',
      "['Ordered']",
      'all of them',
    ),
  })
  .optional();

/** What actions and transitions can say alike. */
const doing = {
  label: key(label, 'What it is called; the heading in the popup.', "'Hand over'", 'its name split into words'),
  submitLabel: key(label, 'The word on its button.', "'Set'", 'its label'),
  inputs: key(
    z.array(z.union([fieldName, entry])).min(1),
    'Collections: fields that it asks for besides, required unless they say `required: false`.',
    "['reason']",
    'nothing',
  ),
  values: key(
    z.record(fieldName, z.unknown()),
    'Collections: fields that it sets: values, or `now`, `today`, `me`, `sameAs(field)` of portal-frame.',
    '{ handedOverAt: now }',
    'nothing',
  ),
  question: key(label, 'Asked before it is done.', "'Hand it over for good?'", 'no question'),
  bulk: key(z.boolean(), 'Collections: offered for many selected records; all change, or none.', 'true', 'false'),
  success: key(label, 'The toast afterwards.', "'State set'", 'Saved.'),
};
const action = z.strictObject({
  field: must(fieldName, 'The field it changes.', "'state'"),
  placement: must(
    z.enum(['row', 'show', 'head']),
    'In the column that names it, in the popup, or as a button in its head that asks in a dialog.',
    "'row'",
  ),
  ...doing,
  value: key(z.union([z.null(), z.string(), z.boolean()]), 'The value it always sets; nothing is asked.', 'null'),
  undo: key(z.boolean(), 'Can be taken back, by the action `undo` of the API.', 'true', 'false'),
  undoFields: key(
    z.array(fieldName),
    'The fields it changes besides, which are taken back with it.',
    "['state']",
    'none',
  ),
  whileEmpty: key(fieldName, 'Offered only while this field is empty.', "'member'"),
  whileFilled: key(fieldName, 'Offered only while this field is filled.', "'owner'"),
  while: key(
    z.record(fieldName, z.array(z.string())),
    'Offered only while these fields have one of these values.',
    "{ state: ['Ordered'] }",
    'always',
  ),
  component: key(component, 'Stands for the action; is given ActionProps.'),
});
const transition = z.strictObject({
  from: must(
    z.union([z.string(), z.array(z.string()).min(1)]),
    'The state, or states, that it leads from.',
    "'Ordered'",
  ),
  to: must(z.string(), 'The state that it leads to.', "'In stock'"),
  serverOnly: key(z.boolean(), 'Done by the server’s own code alone; no `can` names it.', 'true', 'false'),
  ...doing,
});
const states = z
  .strictObject({
    field: must(fieldName, 'The choice that holds the state; nothing but transitions changes it.', "'state'"),
    start: must(z.string(), 'The state of a new record.', "'Ordered'"),
    transitions: z.record(z.string(), transition),
  })
  .optional();

const access = z.strictObject({
  list: key(path, 'The address of the list; without it there is no screen and no menu entry.', "'/supplies'"),
  form: key(path, 'The address of the create form.', "'/add-supply'"),
  reports: key(path, 'The address of the screen with its reports.', "'/supply-reports'", 'no screen'),
  can: must(
    z.array(z.string()),
    'list, show, create, edit, delete, export, import, and named actions and transitions.',
    "['list', 'show']",
  ),
  own: key(
    fieldName,
    'Only records whose field holds this person’s account id (collections).',
    "'owner'",
    'all records',
  ),
  rows: key(
    z.custom<object>((value) => value !== null && typeof value === 'object').meta({ type: 'row rule' }),
    'Only records that meet the rule; a path goes through references, `and` and `or` join rules (collections).',
    "{ 'copy.branch': ME, state: ['New', 'Open'] }",
    'all records',
  ),
});

/**
 * The shape of a resource's config as data: what start-up checks, and what the reference in
 * docs/reference.md is made from. The types that editors use stand in resource.ts.
 */
export const resourceSchema = z.strictObject({
  name: must(
    z.string().regex(/^[a-z][a-zA-Z0-9]*$/, { error: 'a name such as supplies' }),
    'The resource’s name, as its file is called.',
    "'supplies'",
  ),
  icon: must(z.string(), 'An icon of frame/config/icons.ts.', "'inventory'"),
  label: key(
    z.strictObject({ one: label, many: label }),
    'What one and many are called.',
    "{ one: 'Supply', many: 'Supplies' }",
    'resources.{name}.name of the i18n files, else the name',
  ),
  menu: key(z.strictObject({ list: label.optional(), form: label.optional() }), 'The menu’s texts.', "{ form: 'New' }"),
  feature: key(feature, 'Only where the host offers this; our server offers it where a resource names it.', "'orders'"),
  order: key(z.union([z.number(), z.literal(false)]), 'Place in the menu; false keeps it out.', '35', '50'),
  fields: must(
    z
      .custom<Fields>((value) => value !== null && typeof value === 'object', { error: 'an object of fields' })
      .meta({ type: 'fields by name' }),
    'What a record holds.',
    '{ item: text({ required: true }) }',
  ),
  list: z.strictObject({
    layout: key(z.enum(['table', 'cards']), 'A table, or a grid of cards.', "'cards'", "'table'"),
    columns: must(z.array(z.union([fieldName, column])).min(1), 'The columns; the first names the record.', "['item']"),
    filters: key(z.array(z.union([fieldName, filter])), 'The filter panel’s fields.', "['state']", 'none'),
    sortable: key(z.array(fieldName), 'The fields a person may sort by.', "['item']", 'none'),
    sortableByFeature: key(
      z.partialRecord(feature, z.array(fieldName)),
      'Those that a person may sort by only where the host offers a feature.',
      "{ dispatch: ['expiresOn'] }",
      'none',
    ),
    sort: key(
      z.strictObject({ field: fieldName, order: z.enum(['ASC', 'DESC']) }),
      'Where a list starts.',
      "{ field: 'item', order: 'ASC' }",
      'newest first; of a host of its own, as it comes',
    ),
    nullsLast: key(
      z.array(fieldName),
      'Collections: numbers and moments whose missing values count as the greatest.',
      "['dueAt']",
      'they count as the least',
    ),
    search: key(z.array(fieldName), 'The fields the search looks in.', "['item']", 'no search'),
    perPage: key(z.number().int().min(1).max(1000), 'Rows a page.', '25', '10'),
    tabs: key(
      z.array(
        z.strictObject({
          name: z.string(),
          label,
          filter: z.record(z.string(), z.unknown()).optional(),
          sort: z.strictObject({ field: fieldName, order: z.enum(['ASC', 'DESC']) }).optional(),
          perPage: z.number().int().min(1).max(100).optional(),
          columns: z.array(fieldName).optional(),
          hiddenColumns: z.array(fieldName).optional(),
          days: fieldName.optional(),
        }),
      ),
      'Tabs above the list (with `api`, for whom `api.counts` is offered to): each with its filters, order and rows a page.',
      "[{ name: 'late', label: 'Late', filter: { tab: 'late' } }]",
      'none',
    ),
    empty: key(label, 'Said when there is nothing.', "'No supplies yet.'", 'Nothing here yet.'),
    calendar,
    component: key(component, 'Replaces the entire list; is given ViewProps.'),
  }),
  show: z
    .strictObject({
      title: must(fieldName, 'The head of the popup.', "'item'"),
      photo: key(fieldName, 'The image field beside the head.', "'image'"),
      subtitle: key(z.array(fieldName), 'Fields shown in one line below the head.', "['quantity']"),
      chips: key(z.array(fieldName), 'Choices shown as chips below the head.', "['state']"),
      primaryActions: key(
        z.array(z.string()),
        'Actions, the most important first: the first that a record allows is filled, and comes first.',
        "['assign', 'move']",
      ),
      groups: must(z.array(group), 'Lines under headings.', "[{ label: 'Supply', fields: ['quantity'] }]"),
      related: key(z.array(related), 'Lists of records of other resources that refer to this one.'),
      component: key(component, 'Replaces the entire popup’s content; is given ShowProps.'),
    })
    .optional(),
  create: form.optional(),
  edit: form.optional(),
  delete: z
    .strictObject({
      question: must(label, 'Asked before deleting.', "'Delete this supply?'"),
      confirm: key(label, 'The word on the button.', "'Delete'", 'Yes, Delete'),
      warning: key(
        z.strictObject({ text: label, feature }),
        'What else it changes, shown below the question where the host offers the feature.',
        "{ text: 'Its loans end.', feature: 'loans' }",
      ),
      running: key(label, 'Said while deleting.', "'Deleting supply...'", 'Deleting...'),
      success: key(label, 'The toast afterwards.', "'Supply deleted'", 'Deleted.'),
    })
    .optional(),
  find: z
    .strictObject({
      field: must(fieldName, 'The text by which the command palette finds a record.', "'item'"),
      secondary: key(z.array(fieldName), 'What it shows of the record beside that.', "['quantity']", 'nothing'),
    })
    .optional(),
  import: z
    .strictObject({
      example: key(
        z.record(fieldName, z.string()),
        'The row of the template that people can download.',
        "{ item: 'Gauze pads', quantity: '12' }",
        'headings alone',
      ),
      optional: key(z.array(fieldName), 'Fields that a row may lack although the form requires them.', "['note']"),
    })
    .optional(),
  header: z
    .strictObject({
      placement: must(
        z.enum(['middle', 'end']),
        'In the middle of the header, or among the icons at its end.',
        "'end'",
      ),
      roles: key(roleList, 'Who has it.'),
      component: must(component, 'What stands there; is given ViewProps.', "() => import('../pages/Bell.tsx')"),
    })
    .optional(),
  actions: z.record(z.string(), action).optional(),
  history: key(
    z.boolean(),
    'Collections: keeps what each change made different; the popup shows it, and gives earlier values back.',
    'true',
    'false',
  ),
  softDelete: key(
    z.union([
      z.boolean(),
      z.strictObject({
        restore: key(roleNames, 'Who takes records out of the bin.', "['admin']", 'all that may delete'),
        forGood: key(roleNames, 'Who deletes for good.', "['admin']", 'admins'),
        days: key(
          z.number().int().min(1).max(36_500),
          'Days after which records in the bin are deleted for good.',
          '30',
          'never',
        ),
      }),
    ]),
    'Collections: what is deleted goes into a bin, and for everything else is gone.',
    'true',
    'false',
  ),
  validate: key(
    z
      .custom<() => unknown>((value) => typeof value === 'function', { error: 'a function of the values' })
      .meta({
        type: '(values) => messages by field',
      }),
    'Checks the values of a record together, in the form and on the server; gives a text or i18n key by field.',
    "({ from, to }) => (from > to ? { to: 'Ends before it starts.' } : {})",
    'no check',
  ),
  states,
  reports: z.record(z.string(), reportSchema).optional(),
  dependsOn: key(
    z.array(z.string()),
    'Resources whose records these are too, seen otherwise: what changes there changes here.',
    "['loans']",
    'none',
  ),
  accounts: key(
    z.union([
      roleSchema(),
      z.strictObject({
        role: must(roleSchema(), 'Whose accounts they are.', "'member'"),
        email: key(fieldName, 'What they sign in with, a required e-mail address.', "'email'", '`email`'),
        name: key(fieldName, 'What they are called, a required text.', "'name'", '`fullName`'),
        active: key(fieldName, 'A toggle: whether they may sign in.', "'active'", 'they may'),
      }),
    ]),
    'Collections: each record is an account of this role, made and deleted with it.',
    "'member'",
    'they are none',
  ),
  renamedFrom: key(
    z.union([z.string(), z.array(z.string())]),
    'Collections: what it was called before, newest first: its records stay its own.',
    "'supplies'",
  ),
  dropped: key(
    z.array(z.string()),
    'Collections: fields that are gone though records have values in them; they stay in the database, unseen.',
    "['note']",
    'none',
  ),
  roles: z.partialRecord(roleSchema(), access),
  api: key(
    z.custom<object>((value) => value !== null && typeof value === 'object').meta({ type: 'ResourceApi' }),
    'Calls of its own (frame/wire/binding.ts).',
    'suppliesApi',
    'a collection of our server',
  ),
  table: z
    .strictObject({
      name: must(
        z.string(),
        'With `api`: the table that our server keeps the records in; migrations make it.',
        "'supplies'",
      ),
      columns: key(
        z.record(fieldName, z.string().nullable()),
        'Columns of fields that are not called as they are (`expiresOn` is `expires_on`); null for a field without one.',
        "{ price: 'price_cents' }",
        'none',
      ),
      ids: key(
        z.record(fieldName, z.string()),
        'Columns of the ids of records referred to, where a reference keeps another value of theirs.',
        "{ branch: 'branch_id' }",
        'none',
      ),
      keys: key(
        z.record(fieldName, z.string()),
        'Columns of texts as they are sorted by, without case and accents; written anew where the frame folds texts otherwise.',
        "{ item: 'item_key' }",
        'none',
      ),
      where: key(
        z.record(z.string(), z.union([z.string(), z.null(), z.strictObject({ not: z.string() })])),
        'What columns of its records hold, where other records stand in the table too: a text, any but one, or null.',
        "{ shelf: 'A', state: { not: 'Lost' } }",
        'every row is a record',
      ),
    })
    .optional(),
});
