import { fieldName, label, optional, type ResourceKeys, required, whereSchema } from 'portal-frame/keys';
import { z } from 'zod';
import { checkPublic } from './checkPublic.ts';

const fieldNames = z.array(fieldName);

const links = z.record(
  z.string(),
  z.strictObject({
    days: required(z.number().int().min(1).max(730), 'Days until the link ends.', '14'),
    fields: required(fieldNames, 'Fields that the page of the link shows.', "['item', 'from', 'to']"),
    transitions: optional(
      z.array(z.string()),
      'Transitions that the page offers while the state of the record allows them.',
      "['confirm', 'cancel']",
      'none',
    ),
    where: optional(whereSchema, 'The link works only while the record matches.', "{ state: 'Asked' }", 'always'),
    title: optional(label, 'Heading of the page.', "'Your request'", 'resources.{name}.links.{link}, else the title'),
  }),
);

export default { links: { schema: links, check: checkPublic } } satisfies ResourceKeys;
