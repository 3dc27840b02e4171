import { getServerTexts, HttpError, notFound, notify } from 'portal-frame/server';
import {
  findAudience,
  lockRow,
  noteChange,
  type OperationContext,
  runInTransaction,
  type WriteContext,
} from 'portal-frame/server/collections';
import { type CollectionRow, newId, toSearchKey } from 'portal-frame/server/database';
import type { EventOperation } from 'portal-frame/wire';
import type { z } from 'zod';
import { MAX_TEXT, type Person } from '../commentConfig.ts';
import { type CommentRow, findComment } from './commentRows.ts';
import { findReaders } from './readers.ts';

interface SentComment {
  text: string;
  mentions?: string[] | undefined;
}

/** Reads what was sent. Throws an HttpError (400) if it does not fit. */
export function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error) throw new HttpError(400, 'server.badRequest');
  return data;
}

/** Checks a text. Throws an HttpError (400) at the field if it is empty or too long. */
function checkText(sent: string): string {
  const text = sent.trim();
  if (text === '') throw HttpError.forField('text', 400, 'comments.empty');
  if (text.length > MAX_TEXT) throw HttpError.forField('text', 400, 'comments.tooLong', { most: MAX_TEXT });
  return text;
}

/**
 * Returns the people whom the text mentions. Throws an HttpError (400) if one of them does not see the record: a mention
 * would tell them of it.
 */
async function findMentioned(
  { services, db, collection }: WriteContext,
  row: CollectionRow,
  { text, mentions = [] }: SentComment,
): Promise<Person[]> {
  if (mentions.length === 0) return [];
  const readers = new Map((await findReaders(services, db, collection, row)).map((one) => [one.id, one]));
  const found = [...new Set(mentions)].map((id) => readers.get(id));
  if (found.includes(undefined)) throw HttpError.forField('text', 400, 'comments.unseen');
  return (found as Person[]).filter(({ name }) => text.includes(`@${name}`));
}

/** Notifies the mentioned people, without words of the comment: they may lose access to the record. */
async function notifyMentioned({ collection, account, ...write }: WriteContext, recordId: string, ids: string[]) {
  const others = ids.filter((id) => id !== account.id);
  if (others.length === 0) return;
  const { translate } = getServerTexts();
  const author = await write.db
    .selectFrom('accounts')
    .where('id', '=', account.id)
    .select('full_name')
    .executeTakeFirst();
  await notify(write, others, {
    title: translate('comments.notice.title'),
    body: translate('comments.notice.body', { name: author?.full_name ?? '' }),
    push: translate('comments.notice.push'),
    about: { resource: collection.resource.name, id: recordId },
  });
}

/** Runs a change of the comments on a record that the account sees, and tells all who see it. */
const changeThread = (
  context: OperationContext,
  recordId: string,
  operation: EventOperation,
  work: (write: WriteContext, row: CollectionRow) => Promise<CommentRow>,
): Promise<CommentRow> =>
  runInTransaction(context, async (write) => {
    const row = await lockRow(write, recordId);
    const comment = await work(write, row);
    const audience = await findAudience(write.db, write.collection, row);
    write.publish({ resource: 'comments', recordId, operation, audience });
    await noteChange(write, recordId);
    return comment;
  });

/** Finds the account's own comment. Throws an HttpError: 404, or 403 if somebody else wrote it. */
async function requireOwn({ db, account }: WriteContext, names: readonly string[], recordId: string, id: string) {
  const found = await findComment(db, names, recordId, id);
  if (!found) throw notFound();
  if (found.account_id !== account.id) throw new HttpError(403, 'comments.notYours');
  return found;
}

/** Adds a comment, and notifies those whom it mentions. */
export const addComment = (context: OperationContext, recordId: string, sent: SentComment): Promise<CommentRow> =>
  changeThread(context, recordId, 'create', async (write, row) => {
    const text = checkText(sent.text);
    const ids = (await findMentioned(write, row, { ...sent, text })).map(({ id }) => id);
    const now = Date.now();
    const added: CommentRow = {
      ...{ id: newId(now), resource: write.collection.resource.name, record_id: recordId },
      ...{ account_id: write.account.id, text, text_key: toSearchKey(text), mentions: JSON.stringify(ids) },
      ...{ version: 1, created_at: now, edited_at: null },
    };
    await write.db.insertInto('comments').values(added).execute();
    await notifyMentioned(write, recordId, ids);
    return added;
  });

/** Changes the account's own comment, and notifies those whom it newly mentions. Throws 409 for an old version. */
export const editComment = (
  context: OperationContext,
  names: readonly string[],
  recordId: string,
  sent: SentComment & { id: string; version?: number | undefined },
): Promise<CommentRow> =>
  changeThread(context, recordId, 'change', async (write, row) => {
    const before = await requireOwn(write, names, recordId, sent.id);
    const { version, mentions } = before;
    if (sent.version !== undefined && sent.version !== version) throw new HttpError(409, 'comments.changed');
    const text = checkText(sent.text);
    const former = JSON.parse(mentions) as string[];
    // A person who no longer sees the record stays named, and is not notified again.
    const asked = (sent.mentions ?? former).filter((id) => !former.includes(id));
    const added = (await findMentioned(write, row, { text, mentions: asked })).map(({ id }) => id);
    const stay = (sent.mentions ?? former).filter((id) => former.includes(id));
    const values = { text, text_key: toSearchKey(text), mentions: JSON.stringify([...stay, ...added]) };
    const changed = { ...values, version: version + 1, edited_at: Date.now() };
    await write.db.updateTable('comments').set(changed).where('id', '=', sent.id).execute();
    await notifyMentioned(write, recordId, added);
    return { ...before, ...changed };
  });

/** Deletes the account's own comment. */
export const deleteComment = (
  context: OperationContext,
  names: readonly string[],
  recordId: string,
  id: string,
): Promise<CommentRow> =>
  changeThread(context, recordId, 'delete', async (write) => {
    const deleted = await requireOwn(write, names, recordId, id);
    await write.db.deleteFrom('comments').where('id', '=', id).execute();
    return deleted;
  });
