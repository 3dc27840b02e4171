import { z } from 'zod';
import { type Fields, TESTS } from '../fields/kind.ts';
import { ROLES } from '../wire/call.ts';

/**
 * The shape of a resource's config as data: what start-up checks and what the reference in
 * docs/adding-a-resource.md is made from. The types that editors use stand in resource.ts.
 */
const label = z.union([z.string(), z.strictObject({ en: z.string(), es: z.string().optional() })]);
const component = z.custom<() => unknown>((value) => typeof value === 'function', {
  error: 'a function that imports a component',
});
const fieldName = z.string().meta({ names: 'field' });
const actionName = z.string().meta({ names: 'action' });
const roleList = z.array(z.enum(ROLES));
const path = z.string().regex(/^\/[\w/-]*$/, { error: 'a path such as /supplies' });

const column = z.strictObject({
  field: fieldName.describe('The field it shows.'),
  label: label.optional().describe('Its head, where it differs from the field’s label.'),
  photo: fieldName.optional().describe('The image field shown before the text.'),
  under: z.array(fieldName).optional().describe('Fields told in a second line on narrow screens.'),
  roles: roleList.optional().describe('Who sees it; everybody where left out.'),
  action: actionName.optional().describe('The action that changes the value in its place.'),
  missing: z.string().optional().describe('Text or i18n key for a missing value; N/A where left out.'),
  component: component.optional().describe('A component that draws the value instead.'),
});

const filter = z.strictObject({
  field: fieldName.describe('The field it filters.'),
  name: z.string().optional().describe('Its name in the address; the field’s name where left out.'),
  test: z.enum(TESTS).optional().describe('How it compares; the kind’s own way where left out.'),
  label: label.optional(),
  roles: roleList.optional().describe('Who is offered it.'),
  marked: roleList.optional().describe('For whom it is marked as required.'),
  choices: z.array(z.string()).optional().describe('The values offered, of those the field has.'),
  words: z
    .strictObject({ yes: z.string(), no: z.string() })
    .optional()
    .describe('For the test `present`: the words for yes and no.'),
});

const entry = z.strictObject({
  field: fieldName,
  label: label.optional(),
  roles: roleList.optional().describe('Who sees it.'),
  required: z.boolean().optional().describe('Must be filled in here though the field may be empty.'),
  value: z.string().optional().describe('The field of the referred record that is sent.'),
  missing: z.string().optional().describe('Text or i18n key for a missing value.'),
  component: component.optional().describe('A component that stands in its place.'),
  wide: z.boolean().optional().describe('Takes the whole width.'),
});
const group = z.strictObject({ label, fields: z.array(z.union([fieldName, entry])) });
const form = z.strictObject({
  title: label.optional().describe('Title of the screen; “Add {name}” where left out.'),
  groups: z.array(group).min(1).describe('The inputs under headings.'),
  success: label.optional().describe('The toast after saving.'),
  component: component.optional().describe('A component that stands for the whole form.'),
});

const action = z.strictObject({
  field: fieldName.describe('The field it changes.'),
  in: z.enum(['row', 'show']).describe('In a column that names it, or in the popup.'),
  label: label.optional(),
  submit: label.optional().describe('The word on its button.'),
  whileEmpty: fieldName.optional().describe('Offered only while this field is empty.'),
  success: label.optional().describe('The toast afterwards.'),
  component: component.optional().describe('A component that stands for the action.'),
});

const access = z.strictObject({
  list: path.optional().describe('The address of the list; without it there is no screen and no menu entry.'),
  form: path.optional().describe('The address of the create form.'),
  can: z.array(z.string()).describe('list, show, create, edit, delete, export, and named actions.'),
  own: fieldName.optional().describe('Only records whose field holds this person’s account id.'),
});

export const resourceSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z][a-zA-Z0-9]*$/, { error: 'a name such as supplies' })
    .describe('The resource’s name, as its file is called.'),
  icon: z.string().describe('An icon of src/config/icons.ts.'),
  label: z.strictObject({ one: label, many: label }).optional().describe('What one and many are called.'),
  menu: z.strictObject({ list: label.optional(), form: label.optional() }).optional().describe('Menu texts.'),
  order: z
    .union([z.number(), z.literal(false)])
    .optional()
    .describe('Place in the menu; 50. False keeps it out.'),
  fields: z
    .custom<Fields>((value) => value !== null && typeof value === 'object', { error: 'an object of fields' })
    .describe('What a record holds.'),
  list: z.strictObject({
    layout: z.enum(['table', 'cards']).optional().describe('A table (the default) or a grid of cards.'),
    columns: z
      .array(z.union([fieldName, column]))
      .min(1)
      .describe('The columns.'),
    filters: z
      .array(z.union([fieldName, filter]))
      .optional()
      .describe('The filter panel’s fields.'),
    sortable: z.array(fieldName).optional().describe('The fields a person may sort by.'),
    sort: z
      .strictObject({ field: fieldName, order: z.enum(['ASC', 'DESC']) })
      .optional()
      .describe('Where a list starts.'),
    search: z.array(fieldName).optional().describe('The fields the search looks in.'),
    perPage: z.number().int().min(1).max(1000).optional().describe('Rows a page; 10.'),
    empty: label.optional().describe('Said when there is nothing.'),
    component: component.optional().describe('A component that stands for the whole list.'),
  }),
  show: z
    .strictObject({
      title: fieldName.describe('The head of the popup.'),
      photo: fieldName.optional(),
      subtitle: z.array(fieldName).optional(),
      chips: z.array(fieldName).optional(),
      groups: z.array(group).describe('Groups of lines.'),
      component: component.optional(),
    })
    .optional(),
  create: form.optional(),
  edit: form.optional(),
  delete: z
    .strictObject({
      question: label,
      confirm: label.optional(),
      running: label.optional(),
      success: label.optional(),
    })
    .optional(),
  header: z
    .strictObject({
      place: z.enum(['middle', 'end']).describe('In the middle, or among the icons at the end.'),
      roles: roleList.optional().describe('Who has it; everybody with a place in `roles` where left out.'),
      component,
    })
    .optional()
    .describe('What it puts into the header of every screen.'),
  actions: z.record(z.string(), action).optional().describe('Named changes of one field.'),
  roles: z.partialRecord(z.enum(ROLES), access).describe('Addresses and rights per role.'),
  api: z
    .custom<object>((value) => value !== null && typeof value === 'object')
    .optional()
    .describe('Calls of its own (src/wire/binding.ts).'),
});
