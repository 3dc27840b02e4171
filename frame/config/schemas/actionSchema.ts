import { z } from 'zod';
import type { InputProps } from '../../fields/kind.ts';
import { whereSchema } from '../../where/parseWhere.ts';
import type { ActionProps } from '../types/componentProps.ts';
import { entry } from './formSchema.ts';
import { component, fieldName, fieldNames, label, optional, part, required } from './schemaParts.ts';

/** Options shared by actions and transitions. */
export const actionOptions = z.strictObject({
  label: optional(label, 'Name, and heading in the show view.', "'Hand over'", 'its name split into words'),
  submitLabel: optional(label, 'Text of the button.', "'Set'", 'its label'),
  inputs: optional(
    z.array(z.union([fieldName, part('entry', entry)])).min(1),
    'Collections: further fields to fill in, required unless they say `required: false`.',
    "['reason']",
    'none',
  ),
  values: optional(
    part('values', z.record(fieldName, z.unknown())),
    'Collections: values to set, or `now`, `today`, `me`, `sameAs(field)` of portal-frame.',
    '{ handedOverAt: now }',
    'none',
  ),
  when: optional(
    part('where', whereSchema),
    'Offered only while the record matches.',
    "{ state: 'New', member: null }",
    'always',
  ),
  question: optional(label, 'Confirmation question.', "'Hand it over for good?'", 'no question'),
  bulk: optional(z.boolean(), 'Collections: offered for selected records; all change, or none.', 'true', 'false'),
  success: optional(label, 'Toast afterwards.', "'State set'", 'Saved.'),
  requireVersion: optional(
    z.boolean(),
    'Refuses requests without the record’s version: sent twice, they would count twice.',
    'true',
    'false',
  ),
  reauthenticate: optional(
    z.boolean(),
    'Collections: asks for the password again, unless the person gave it in the last five minutes.',
    'true',
    'false',
  ),
});

export const actionSchema = z.strictObject({
  field: required(part('changed', fieldName), 'Changed field.', "'state'"),
  placement: required(
    z.enum(['row', 'show', 'header']),
    'In its column, in the show view, or as a button in its header that opens a dialog.',
    "'row'",
  ),
  ...actionOptions.shape,
  value: optional(
    part('value', z.union([z.null(), z.string(), z.boolean()])),
    'Fixed value; nothing is asked.',
    'null',
  ),
  undo: optional(z.boolean(), 'Undoable with the action `undo` of the API.', 'true', 'false'),
  undoFields: optional(fieldNames, 'Further fields that undo restores.', "['state']", 'none'),
  asks: optional(
    z.record(z.string(), z.string()),
    'In a row, by value: the action whose dialog asks for more, if the host offers that action. Its inputs are sent with the value.',
    "{ Rejected: 'cancel' }",
    'nothing is asked',
  ),
  component: optional(component<ActionProps>(), 'Replaces the action. Receives ActionProps.'),
  input: optional(component<InputProps>(), 'Replaces the input of the field. Receives InputProps.'),
});

const state = part('state', z.string());

export const transition = z.strictObject({
  from: required(z.union([state, z.array(state).min(1)]), 'Previous state, or states.', "'Ordered'"),
  to: required(state, 'New state.', "'In stock'"),
  serverOnly: optional(z.boolean(), 'Run by server code only; no `can` lists it.', 'true', 'false'),
  ...actionOptions.shape,
});

export const statesSchema = z.strictObject({
  field: required(part('changed', fieldName), 'Choice with the state. Only transitions change it.', "'state'"),
  start: required(state, 'State of a new record.', "'Ordered'"),
  transitions: part('transitions', z.record(z.string(), transition)),
});
