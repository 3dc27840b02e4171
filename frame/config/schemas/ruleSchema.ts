import { z } from 'zod';
import { fieldName, fieldNames, optional, part, required } from './schemaParts.ts';

const fieldList = fieldNames.min(2, { error: 'a list of two fields or more' });
export const rulesSchema = z.strictObject({
  unique: optional(
    z.union([fieldList, z.array(fieldList).min(1)]),
    'Fields whose values occur together only once: a list of names, or several lists. Texts compare without case; a record without one of the values is not compared.',
    "[['item', 'place']]",
    'none',
  ),
  noOverlap: optional(
    z.strictObject({
      by: required(fieldNames.min(1), 'References, choices or texts whose records are compared.', "['item']"),
      from: required(fieldName, 'Start: a date, or a moment. Records without it are not compared.', "'from'"),
      to: required(
        fieldName,
        'End, of the same kind: a date is the last day, a moment the first after it. A missing end is open.',
        "'to'",
      ),
    }),
    'Records with the same values of `by` do not overlap in time.',
    "{ by: ['item'], from: 'from', to: 'to' }",
    'they may',
  ),
});

const index = z.strictObject({
  fields: required(
    part('index', fieldNames.length(2, { error: 'a list of two fields: a filter, and a sort order' })),
    'A field that lists are filtered by values of, and a sortable field.',
    "['state', 'due']",
  ),
});

export const indexesSchema = optional(
  z.union([z.literal(false), z.array(index)]),
  'Collections: further database indexes. By itself, a collection has one for each sortable field, and one for each filter in the default order. `false` leaves only those of references, rules and unique fields.',
  "[{ fields: ['state', 'due'] }]",
  'none',
);
