import { fieldNames, optional, part, required, whereSchema } from 'portal-frame/keys';
import { roleSchema } from 'portal-frame/wire';
import { z } from 'zod';

/** Events of a collection, with the words of their use. */
const createEventsSchema = (records: { create: string; update: string; transition: string }, otherwise: string) =>
  z.strictObject({
    create: optional(z.literal(true), `Collections: ${records.create}.`, 'true', otherwise),
    update: optional(
      z.union([z.literal(true), fieldNames]),
      `Collections: ${records.update}; with names, those whose named fields changed.`,
      "['quantity']",
      otherwise,
    ),
    transition: optional(
      z.union([z.literal(true), z.array(part('transition', z.string()))]),
      `Collections: ${records.transition}.`,
      "['ship']",
      otherwise,
    ),
  });

export const webhookEventsSchema = createEventsSchema(
  {
    create: 'webhooks may send new records',
    update: 'webhooks may send changed records',
    transition: 'webhooks may send records after these transitions',
  },
  'not sent',
);

const recipient = z
  .union([part('path', z.string()), z.strictObject({ role: roleSchema() })])
  .meta({ type: 'field, path or `{ role }`' });
const message = {
  to: required(
    z.array(recipient).min(1, { error: 'a list of recipients' }),
    'Recipients: fields or paths that end at an account, a person with an account, or (mail) an e-mail address; `{ role }` for the accounts of a role that may see the record.',
    "['customer', 'item.keeper.email', { role: 'admin' }]",
  ),
};

export const automationSchema = z.strictObject({
  on: createEventsSchema(
    { create: 'runs after a create', update: 'runs after an update', transition: 'runs after these transitions' },
    'no run',
  ),
  where: optional(
    part('where', whereSchema),
    'Only changes after which the record matches.',
    "{ state: 'Late' }",
    'all',
  ),
  mail: z
    .strictObject({
      ...message,
      link: optional(z.string(), 'A magic link of `links`, which the text names as `%{link}`.', "'confirm'", 'none'),
    })
    .optional(),
  notify: z
    .strictObject({
      ...message,
      about: optional(
        part('path', z.string().meta({ type: 'field or path' })),
        'Reference, or path to one, whose record the notification opens.',
        "'item'",
        'the record',
      ),
    })
    .optional(),
  job: optional(
    z.string(),
    'Name of a job in server/jobs with this `resource` and no schedule ([jobs](jobs.md)).',
    "'print label'",
    'none',
  ),
});
