import { z } from 'zod';
import { fieldName, fieldNames, optional, required } from './schemaParts.ts';

export const table = z.strictObject({
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
    fieldNames,
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
    fieldNames,
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
