import {
  HttpError,
  type JobContext,
  type MessageKind,
  notify,
  records,
  type Services,
  sendMail,
  systemContext,
  type TransactionContext,
  transaction,
} from 'portal-frame/server';
import { createCodedError, isEventJob, type RecordValues } from 'portal-frame/server/plugins';
import type { AutomationConfig, NotifyConfig } from '../automationConfig.ts';
import { findAutomation } from './automationList.ts';
import { renderInLanguages, renderText } from './automationTexts.ts';
import { type DeliveryKey, handleDeliveries, setDeliveryState } from './eventDeliveries.ts';
import type { EventDeliveryRow } from './eventTables.ts';
import { listRecipients, readPath } from './recipients.ts';

/** A job may take this long before another server repeats it. */
const LOCK_MS = 5 * 60_000;

type Automation = NonNullable<ReturnType<typeof findAutomation>>;
interface RunParts {
  services: Services;
  log: JobContext['log'];
}
interface AutomationRun extends Automation {
  record: RecordValues;
}

async function sendMails(tx: TransactionContext, run: AutomationRun, { to }: NonNullable<AutomationConfig['mail']>) {
  const { accounts, addresses } = await listRecipients(tx, run, to);
  const message = { ...run, config: tx.services.config };
  // A value may have line breaks, a subject not.
  const subject = renderInLanguages(message, 'subject', ' / ').replace(/\s+/g, ' ');
  const text = renderInLanguages(message, 'text', '\n\n---\n\n');
  for (const address of new Set([...accounts.map(({ email }) => email), ...addresses]))
    await sendMail(tx, { to: address, subject, text });
}

async function sendNotifications(tx: TransactionContext, run: AutomationRun, { to, about }: NotifyConfig) {
  const { accounts } = await listRecipients(tx, run, to);
  const message = { ...run, config: tx.services.config };
  const { values, target } = about ? await readPath(tx, run, about) : { values: [run.record.id], target: run.resource };
  const [id] = values;
  const push = renderText(message, 'push');
  await notify(
    tx,
    accounts.map((account) => account.id),
    {
      ...{ title: renderText(message, 'title'), body: renderText(message, 'body'), ...(push && { push }) },
      ...(id && target ? { about: { resource: target.name, id: String(id) } } : {}),
    },
  );
}

/** Runs the job outside of a transaction, as it may take long. It may run twice after a crash. */
async function runJob(
  { services, log }: RunParts,
  { automation, record }: AutomationRun,
  dueAt: number,
): Promise<void> {
  const job = services.jobs.find(({ name }) => name === automation.job);
  if (!job || !isEventJob(job)) throw createCodedError('NO_SUCH_JOB');
  await job.run({ ...systemContext(services, job.name), log, dueAt, now: Date.now() }, record);
}

async function readRecord(services: Services, { resource, record_id }: EventDeliveryRow) {
  try {
    return (await records(systemContext(services)).findOne(resource, record_id)) as RecordValues | undefined;
  } catch (cause) {
    if (cause instanceof HttpError && cause.status === 404) return undefined;
    throw cause;
  }
}

/** Does the work of one locked event. Its messages and its end are one transaction, so that none is sent twice. */
async function run(parts: RunParts, automation: Automation, delivery: EventDeliveryRow): Promise<void> {
  const { services } = parts;
  const record = await readRecord(services, delivery);
  if (!record) return setDeliveryState(services.db, delivery.id, 'skipped');
  const current = { ...automation, record };
  const { mail, notify: notification, job } = automation.automation;
  if (job !== undefined) await runJob(parts, current, Number(delivery.created_at));
  await transaction(systemContext(services, automation.target), async (tx) => {
    if (mail) await sendMails(tx, current, mail);
    if (notification) await sendNotifications(tx, current, notification);
    await setDeliveryState(tx.db, delivery.id, 'sent');
  });
}

/** Handles the waiting events of a record in order. Throws to be tried again. */
const runAutomation = (key: DeliveryKey, parts: RunParts): Promise<void> =>
  handleDeliveries(parts.services.db, key, {
    findReceiver: () => findAutomation(parts.services, key.target),
    handle: (automation, delivery) => run(parts, automation, delivery),
    lockMs: LOCK_MS,
  });

export const automationMessages: MessageKind = {
  lockMs: LOCK_MS,
  send: (payload, services, _expiresAt, log) => runAutomation(payload as DeliveryKey, { services, log }),
};
