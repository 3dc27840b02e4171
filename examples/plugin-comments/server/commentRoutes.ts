import { notFound } from 'portal-frame/server';
import { getAllowedRoles, getDb, RECORD_PATH, type ReadContext, type Route } from 'portal-frame/server/collections';
import {
  type Collection,
  type CollectionRow,
  findRow,
  getVisibleConditions,
  toAccountRecords,
  toCollectionDb,
} from 'portal-frame/server/database';
import { z } from 'zod';
import { MAX_MENTIONS, PAGE_SIZE, type WireComment } from '../commentConfig.ts';
import { type CommentRow, findComments, listCommentNames, searchComments } from './commentRows.ts';
import { findPeople, findReaders, pickReaders } from './readers.ts';
import { addComment, deleteComment, editComment, parse } from './writeComments.ts';

/** Comments of one reply. */
const MAX_COMMENTS = 1000;
const MAX_FOUND = 30;

const person = z.object({ id: z.string(), name: z.string(), role: z.string() });
const comment = z.object({
  ...{ id: z.string(), text: z.string(), by: person, own: z.boolean() },
  ...{ at: z.iso.datetime(), editedAt: z.iso.datetime().nullable(), version: z.int() },
  mentions: z.array(person),
});
const thread = z.object({ comments: z.array(comment), total: z.int() });
const newComment = z.object({ text: z.string(), mentions: z.array(z.string()).max(MAX_MENTIONS).optional() });
const changedComment = newComment.extend({ id: z.string(), version: z.int().optional() });
const searched = z.object({ text: z.string().trim().min(1).max(200) });

const pageSize = z.coerce.number().int().min(1).max(MAX_COMMENTS).default(PAGE_SIZE);

const toIso = (ms: number | string) => new Date(Number(ms)).toISOString();

/** Converts rows to what the account reads. */
async function toComments(context: ReadContext, rows: readonly CommentRow[]): Promise<WireComment[]> {
  const parsed = rows.map((row) => ({ ...row, mentions: JSON.parse(row.mentions) as string[] }));
  const ids = parsed.flatMap(({ account_id, mentions }) => [account_id, ...mentions]);
  const people = await findPeople(getDb(context), ids);
  const get = (id: string) => people.get(id) ?? { id, name: '', role: '' };
  return parsed.map(({ id, text, version, account_id, mentions, created_at, edited_at }) => ({
    ...{ id, text, version, by: get(account_id), own: account_id === context.account.id },
    ...{ at: toIso(created_at), editedAt: edited_at === null ? null : toIso(edited_at) },
    mentions: mentions.map(get),
  }));
}

const toComment = async (context: ReadContext, row: CommentRow) => (await toComments(context, [row]))[0];

/** Finds a record. Throws an HttpError (404) unless the account sees it. */
async function requireRow(context: ReadContext, id: string): Promise<CollectionRow> {
  const row = await findRow(context, id);
  if (!row) throw notFound();
  return row;
}

/** Finds comments by their text, with their records. */
async function searchVisible(context: ReadContext, names: readonly string[], text: string) {
  const { collection, account } = context;
  const { table } = collection;
  const db = getDb(context);
  const where = getVisibleConditions(collection, account);
  const found = await searchComments(db, names, text, { table, where }, MAX_FOUND);
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ record_id }) => record_id))];
  const rows = (await toCollectionDb(db)
    .selectFrom(table)
    .selectAll()
    .where('id', 'in', ids)
    .execute()) as CollectionRow[];
  const records = new Map((await toAccountRecords(context, rows)).map((one) => [String(one.id), one]));
  const comments = await toComments(context, found);
  return found.map(({ record_id }, at) => ({ id: record_id, record: records.get(record_id), comment: comments[at] }));
}

/** Creates the routes of the comments on a collection's records, for all who may read these. */
export function createCommentRoutes(collection: Collection, _schemas: unknown, all: readonly Collection[]): Route[] {
  const { resource } = collection;
  if (!resource.comments) return [];
  const { name } = resource;
  const names = listCommentNames(collection, all);
  const roles = getAllowedRoles(resource, ['list', 'show', 'edit'], { orAction: true });
  const path = `${RECORD_PATH}/comments`;
  const read = { method: 'GET', operation: 'read', roles } as const;
  const change = { operation: 'change', path, roles, reply: comment } as const;
  return [
    {
      ...{ ...read, path, summary: `Comments on one of ${name}, oldest first`, reply: thread },
      querystring: z.object({ most: pageSize.describe('Number of the newest comments.') }),
      async handler({ context, id, query }) {
        await requireRow(context, id);
        const { rows, total } = await findComments(getDb(context), names, id, parse(pageSize, query.most));
        return { comments: await toComments(context, rows), total };
      },
    },
    {
      ...{ ...read, path: `${path}/people`, summary: `People who see one of ${name}, for mentions` },
      ...{ reply: z.array(person), querystring: z.object({ text: z.string().max(200).optional() }) },
      async handler({ context, id, query }) {
        const row = await requireRow(context, id);
        const readers = await findReaders(context.services, getDb(context), collection, row);
        const others = readers.filter((one) => one.id !== context.account.id);
        return pickReaders(others, String(query.text ?? ''));
      },
    },
    {
      ...({ method: 'POST', operation: 'list', path: '/comments/find', roles, body: searched } as const),
      summary: `Comments on ${name} that contain a text, newest first`,
      reply: z.array(z.object({ id: z.string(), record: z.unknown(), comment })),
      handler: ({ context, body }) => searchVisible(context, names, parse(searched, body).text),
    },
    {
      ...{ ...change, method: 'POST', action: 'comment', summary: `Adds a comment on one of ${name}` },
      ...{ body: newComment, status: 201 },
      handler: async ({ context, id, body }) =>
        toComment(context, await addComment(context, id, parse(newComment, body))),
    },
    {
      ...{ ...change, method: 'PUT', action: 'editComment', summary: `Changes one's own comment on one of ${name}` },
      body: changedComment,
      handler: async ({ context, id, body }) =>
        toComment(context, await editComment(context, names, id, parse(changedComment, body))),
    },
    {
      ...{
        ...change,
        method: 'DELETE',
        action: 'deleteComment',
        summary: `Deletes one's own comment on one of ${name}`,
      },
      querystring: z.object({ comment: z.string() }),
      handler: async ({ context, id, query }) =>
        toComment(context, await deleteComment(context, names, id, String(query.comment))),
    },
  ];
}
