import { z } from 'zod';
import type { InputProps } from '../../fields/kind.ts';
import type { CellProps, ShowProps, ViewProps } from '../types/componentProps.ts';
import { component, feature, fieldName, fieldNames, label, optional, part, required, roleList } from './schemaParts.ts';

export const entry = z.strictObject({
  field: required(fieldName, 'Field.', "'quantity'"),
  label: optional(label, 'Label.', "'How many'", 'the field’s label'),
  roles: optional(roleList, 'Roles that see it.'),
  required: optional(z.boolean(), 'Forms: required although the field is optional.', 'true', 'the field’s own'),
  value: optional(z.string(), 'Forms, references: field of the referenced record to send.', "'code'", 'its id'),
  placeholder: optional(z.string(), 'Show view: text or i18n key for a missing value.', "'list.none'", 'N/A'),
  hideEmpty: optional(z.boolean(), 'Show view: hidden while empty.', 'true', 'false'),
  component: optional(component<CellProps>(), 'Show view: replaces the displayed value. Receives CellProps.'),
  input: optional(component<InputProps>(), 'Forms: replaces the input. Receives InputProps.'),
  wide: optional(z.boolean(), 'Takes the full width.', 'true', 'true for long texts, addresses, files, lists and rows'),
});

export const group = z.strictObject({
  label: optional(
    label,
    'Heading.',
    "'Supply'",
    'resources.{name}.groups.{group} for a named group, else the singular name',
  ),
  fields: required(
    z.array(z.union([fieldName, part('entry', entry)])),
    'Lines or inputs.',
    "['quantity', { field: 'total', wide: true }]",
  ),
  feature: optional(feature, 'Requires this feature of the host.', "'dispatch'"),
});

export const related = z.strictObject({
  resource: required(z.string(), 'Collection that refers to this resource.', "'results'"),
  field: required(z.string(), 'Its reference.', "'book'"),
  label: optional(label, 'Heading.', "'Measured'", 'its plural name'),
  columns: optional(z.array(z.string()), 'Displayed fields.', "['analyte']", 'the columns of its list'),
  perPage: optional(z.number().int().min(1).max(1000), 'Rows.', '10', '5'),
  sort: optional(z.string(), 'Sort field, sortable in its list.', "'place'", 'its list’s order'),
  rowLink: optional(z.string(), 'Reference to open instead of the row’s record.', "'book'", 'a row opens itself'),
});

export const formSchema = z.strictObject({
  title: optional(
    label,
    'Title of the screen.',
    "'New supply'",
    'the text `resources.{resource}.create`, else Add {name}',
  ),
  groups: optional(
    part('groups', z.array(group).min(1)),
    'Inputs under headings: a list of groups, or fields by the name of their group.',
    "{ supply: ['item', 'quantity'] }",
    'all fields that people fill in; `edit`: those of `create`',
  ),
  except: optional(fieldNames, 'Edit: fields of the create form that it leaves out.', "['code']", 'none'),
  validatedFields: optional(
    fieldNames,
    'Fields validated on every host. Others only if the host offers `rules`.',
    "['item']",
    'all',
  ),
  hostLengthLimits: optional(z.boolean(), 'Checks maximum lengths only if the host offers `rules`.', 'true', 'false'),
  sticky: optional(fieldNames, 'Fields that can keep their values for the next new record.', "['item']", 'none'),
  opensRecord: optional(z.boolean(), 'Create: shows the new record instead of an empty form.', 'true', 'false'),
  success: optional(label, 'Toast after saving.', "'Supply saved'", 'Saved.'),
  component: optional(component<ViewProps>(), 'Replaces the form. Receives ViewProps.'),
  duplicate: optional(
    z.strictObject({ label, fields: fieldNames, feature: feature.optional() }),
    'Link that starts a new record with these values of an existing one.',
    "{ label: 'Order again', fields: ['item'] }",
    'no link',
  ),
});

export const showSchema = z.strictObject({
  photo: optional(fieldName, 'Image field beside the heading.', "'image'"),
  subtitle: optional(fieldNames, 'Fields in one line below the heading.', "['quantity']"),
  chips: optional(fieldNames, 'Choices shown as chips below the heading.', "['state']"),
  primaryActions: optional(
    z.array(z.string()),
    'Actions and transitions by importance. The first available one is the filled button. Without a transition here, all transitions are filled.',
    "['assign', 'move']",
  ),
  groups: optional(
    part('groups', z.array(group)),
    'Lines under headings: a list of groups, or fields by the name of their group.',
    "{ supply: ['quantity'] }",
    'all fields that the header does not show',
  ),
  related: optional(z.array(part('related', related)), 'Lists of records that refer to this one.'),
  component: optional(component<ShowProps>(), 'Replaces the show view. Receives ShowProps.'),
});
