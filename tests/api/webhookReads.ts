import { hasPlugin, type Person, type TestServer } from './harness.ts';

/** Not known to the types, as the plug-in may be left out. */
const TESTING: string = 'portal-frame/plugins/automations/testing';

type Values = Record<string, unknown>;
interface WebhookReads {
  readVisibleRecord(services: object, webhook: object, of: object): Promise<Values | undefined>;
}

/** True if the server sends records to other systems. */
export const hasWebhooks = hasPlugin('automations');

/** Reads a record as a webhook of a person's account sends it; undefined if it is not sent. */
export async function readAsWebhook(
  { services, ids }: TestServer,
  person: Person,
  of: { resource: string; record_id: string },
): Promise<Values | undefined> {
  const { readVisibleRecord } = (await import(TESTING)) as WebhookReads;
  return readVisibleRecord(services, { account_id: ids[person] }, of);
}
