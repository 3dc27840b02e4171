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
import { MAX_TEXT, type Person } from '../commentConfig.ts';
import { type CommentRow, selectComments } from './commentRows.ts';
import { findReaders } from './readers.ts';

interface SentComment {
  /** Of an existing comment. */
  id?: string | undefined;
  version?: number | undefined;
  text: string;
  mentions?: readonly string[] | undefined;
}

/** Checks a text. Throws an HttpError (400) at the field if it is empty or too long. */
function checkText(sent: string): string {
  const text = sent.trim();
  if (text === '') throw HttpError.forField('text', 400, 'comments.empty');
  if (text.length > MAX_TEXT) throw HttpError.forField('text', 400, 'comments.tooLong', { most: MAX_TEXT });
  return text;
}

/** Returns the people whom a text mentions. Throws an HttpError (400) if one of these ids does not see the record. */
async function findMentioned(write: WriteContext, row: CollectionRow, text: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const found = (await findReaders(write, row)).filter(({ id }) => ids.includes(id));
  if (found.length < new Set(ids).size) throw HttpError.forField('text', 400, 'comments.unseen');
  return found.filter(({ name }) => text.includes(`@${name}`)).map(({ id, name }): Person => ({ id, name }));
}

/** Notifies people of a mention, without words of the comment: they may lose access to the record. */
async function notifyMentioned({ collection, account, ...write }: WriteContext, id: string, people: Person[]) {
  const others = people.filter((one) => one.id !== account.id).map((one) => one.id);
  if (others.length === 0) return;
  const { translate } = getServerTexts();
  const author = write.db.selectFrom('accounts').where('id', '=', account.id).select('full_name as name');
  await notify(write, others, {
    title: translate('comments.notice.title'),
    body: translate('comments.notice.body', await author.executeTakeFirst()),
    push: translate('comments.notice.push'),
    about: { resource: collection.resource.name, id },
  });
}

/** Changes the comments on a record that the account sees, and tells all who see it. Returns the comment's id. */
const changeComments = (
  context: OperationContext,
  recordId: string,
  operation: 'create' | 'change' | 'delete',
  work: (write: WriteContext, row: CollectionRow) => Promise<string>,
) =>
  runInTransaction(context, async (write) => {
    const row = await lockRow(write, recordId);
    const id = await work(write, row);
    const audience = await findAudience(write.db, write.collection, row);
    write.publish({ resource: 'comments', recordId, operation, audience });
    await noteChange(write, recordId);
    return { id };
  });

/** Finds the account's own comment. Throws an HttpError: 404, or 403 if somebody else wrote it. */
async function requireOwn({ db, account }: WriteContext, names: readonly string[], recordId: string, id: string) {
  const comments = selectComments(db, names).where('stored.id', '=', id);
  const found = await comments.where('record_id', '=', recordId).executeTakeFirst();
  if (!found) throw notFound();
  if (found.account_id !== account.id) throw new HttpError(403, 'comments.notYours');
  return found;
}

/** Adds or changes a comment, and notifies those whom it newly mentions. Throws an HttpError (409) for an old version. */
export const saveComment = (context: OperationContext, names: readonly string[], recordId: string, sent: SentComment) =>
  changeComments(context, recordId, sent.id ? 'change' : 'create', async (write, row) => {
    const before = sent.id ? await requireOwn(write, names, recordId, sent.id) : undefined;
    if (before && (sent.version ?? before.version) !== before.version) throw new HttpError(409, 'comments.changed');
    const text = checkText(sent.text);
    const former = JSON.parse(before?.mentions ?? '[]') as Person[];
    const isFormer = (id: string) => former.some((one) => one.id === id);
    const { mentions = former.map(({ id }) => id) } = sent;
    const asked = mentions.filter((id) => !isFormer(id));
    const added = await findMentioned(write, row, text, asked);
    const people = [...former.filter(({ id }) => mentions.includes(id)), ...added];
    const now = Date.now();
    const { id, created_at } = before ?? { id: newId(now), created_at: now };
    const saved: CommentRow = {
      ...{ id, resource: before?.resource ?? write.collection.resource.name, record_id: recordId, text },
      ...{ account_id: write.account.id, text_key: toSearchKey(text), mentions: JSON.stringify(people) },
      ...{ version: (before?.version ?? 0) + 1, created_at, edited_at: before ? now : null },
    };
    const insert = write.db.insertInto('comments').values(saved);
    await insert.onConflict((conflict) => conflict.column('id').doUpdateSet({ ...saved })).execute();
    await notifyMentioned(write, recordId, added);
    return id;
  });

/** Deletes the account's own comment. */
export const deleteComment = (context: OperationContext, names: readonly string[], recordId: string, id: string) =>
  changeComments(context, recordId, 'delete', async (write) => {
    await requireOwn(write, names, recordId, id);
    await write.db.deleteFrom('comments').where('id', '=', id).execute();
    return id;
  });
