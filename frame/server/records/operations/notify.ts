import { addNotifications, type NewNotification } from '../../accounts/notificationRows.ts';
import type { Db } from '../../db/databaseSchema.ts';
import { createNotificationsEvent } from '../../live/accountEvents.ts';
import type { Mail } from '../../mail/mailer.ts';
import { addToOutbox } from '../../outbox/outboxRows.ts';
import type { RecordsContext } from '../read/operationContext.ts';
import { type TransactionContext, transaction } from './recordsContext.ts';

const MAIL_LIFETIME_MS = 3 * 24 * 3_600_000;

/** A notification of the portal. */
export interface NotificationInput extends NewNotification {
  /** The text of a push message, which a lock screen shows. Default: no push. */
  push?: string;
}

/** An open transaction: the context of `transaction`, or that of a call that opened one itself. */
export type NotifyTransaction = Pick<TransactionContext, 'publish' | 'services'> & { db: Db };

/**
 * Notifies accounts in the portal, and with `push` their browsers, in the transaction of the context.
 * @example await notify(context, [clerk], { title: 'Late', body: 'Drill 12 is late.', push: 'A tool is late.' });
 */
export async function notify(
  context: RecordsContext | NotifyTransaction,
  accountIds: readonly string[],
  notification: NotificationInput,
): Promise<void> {
  const ids = [...new Set(accountIds)];
  const add = async ({ db, publish, services }: NotifyTransaction) => {
    await addNotifications(db, ids, notification);
    publish(createNotificationsEvent(ids, 'create'));
    await services.app.afterNotify?.({ db, config: services.config }, ids, notification);
  };
  await ('publish' in context ? add(context) : transaction(context, add));
}

/** Sends a mail after the commit of the context's transaction. The outbox tries again for three days. */
export const sendMail = (context: RecordsContext, { to, subject, text }: Mail): Promise<void> =>
  transaction(context, ({ db }) => addToOutbox(db, 'mail', [{ to, subject, text }], MAIL_LIFETIME_MS));
