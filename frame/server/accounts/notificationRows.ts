import type { Db, NotificationRow } from '../db/databaseSchema.ts';
import { newId } from '../db/newId.ts';

export interface NewNotification extends Pick<NotificationRow, 'title' | 'body'> {
  /** The record that the notification opens. */
  about?: { resource: string; id: string };
  /** Values of columns that the app added. */
  columns?: Partial<NotificationRow>;
}

/** Adds an unread notification for each account. */
export async function addNotifications(
  db: Db,
  accountIds: readonly string[],
  { title, body, about, columns }: NewNotification,
): Promise<void> {
  if (accountIds.length === 0) return;
  const now = Date.now();
  const rows = accountIds.map((account_id) => ({
    ...columns,
    id: newId(now),
    account_id,
    title,
    body,
    resource: about?.resource ?? null,
    record_id: about?.id ?? null,
    is_read: 0,
    created_at: now,
  }));
  await db.insertInto('notifications').values(rows).execute();
}

/** Marks those of these notifications read that belong to the account. */
export async function markRead(db: Db, accountId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const own = db.updateTable('notifications').set({ is_read: 1 }).where('account_id', '=', accountId);
  await own.where('id', 'in', ids).execute();
}

export async function deleteNotifications(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('notifications').where('account_id', '=', accountId).execute();
}
