import { type SqlBool, sql } from 'kysely';
import { HttpError, notFound } from 'portal-frame/server';
import { getAllowedRoles, getDb, RECORD_PATH, type ReadContext, type Route } from 'portal-frame/server/collections';
import {
  type Collection,
  type CollectionRow,
  findRow,
  getVisibleConditions,
  toAccountRecords,
  toCollectionDb,
  toSearchKey,
} from 'portal-frame/server/database';
import { z } from 'zod';
import type { WireComment } from '../commentConfig.ts';
import { containsText, listCommentNames, selectComments } from './commentRows.ts';
import { findReaders } from './readers.ts';
import { deleteComment, saveComment } from './writeComments.ts';

/** The newest comments on a record, comments found, and people offered. */
const [MAX_COMMENTS, MAX_FOUND, MAX_OFFERED] = [1000, 30, 8];

const person = z.object({ id: z.string(), name: z.string() });
const author = person.extend({ role: z.string() });
const comment = z.object({
  ...{ id: z.string(), text: z.string(), by: author, own: z.boolean(), mentions: z.array(person) },
  ...{ at: z.iso.datetime(), editedAt: z.iso.datetime().nullable(), version: z.int() },
});
const sentComment = z.object({ text: z.string(), mentions: z.array(z.string()).max(20).optional() });
const changedComment = sentComment.extend({ id: z.string(), version: z.int().optional() });
const searched = z.object({ text: z.string().trim().min(1).max(200) });

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (error) throw new HttpError(400, 'server.badRequest');
  return data;
}

type FoundRow = Awaited<ReturnType<ReturnType<typeof selectComments>['execute']>>[number];
const toIso = (ms: number) => new Date(Number(ms)).toISOString();
const toComment = ({ account }: ReadContext, row: FoundRow): WireComment => ({
  ...{ id: row.id, text: row.text, version: row.version, mentions: JSON.parse(row.mentions) },
  ...{ by: { id: row.account_id, name: row.full_name, role: row.role }, own: row.account_id === account.id },
  ...{ at: toIso(row.created_at), editedAt: row.edited_at === null ? null : toIso(row.edited_at) },
});

/** Finds a record. Throws an HttpError (404) unless the account sees it. */
async function requireRow(context: ReadContext, id: string): Promise<CollectionRow> {
  const row = await findRow(context, id);
  if (!row) throw notFound();
  return row;
}

/** Finds comments by their text on records that the account sees, with these records. */
async function findComments(context: ReadContext, names: readonly string[], text: string) {
  const { collection, account } = context;
  const table = toCollectionDb(getDb(context)).selectFrom(collection.table);
  const conditions = [sql`1 = 1`, ...getVisibleConditions(collection, account)];
  const visible = sql`select id from ${sql.table(collection.table)} where ${sql.join(conditions, sql` and `)}`;
  const matching = selectComments(getDb(context), names).where(containsText(text));
  const found = await matching.where(sql<SqlBool>`record_id in (${visible})`).limit(MAX_FOUND).execute();
  const ids = found.map(({ record_id }) => record_id);
  const rows = ids.length > 0 ? await table.selectAll().where('id', 'in', ids).execute() : [];
  const records = new Map((await toAccountRecords(context, rows as CollectionRow[])).map((one) => [one.id, one]));
  return found.map((row) => ({
    id: row.record_id,
    record: records.get(row.record_id),
    comment: toComment(context, row),
  }));
}

/** Creates the routes of the comments on a collection's records, for all who may read these. */
export function createCommentRoutes(collection: Collection, _schemas: unknown, all: readonly Collection[]): Route[] {
  const { name, comments } = collection.resource;
  if (!comments) return [];
  const names = listCommentNames(collection.table, all);
  const roles = getAllowedRoles(collection.resource, ['list', 'show', 'edit'], { orAction: true });
  const path = `${RECORD_PATH}/comments`;
  const read = { method: 'GET', operation: 'read', path, roles } as const;
  const change = { operation: 'change', path, roles, reply: z.object({ id: z.string() }) } as const;
  return [
    {
      ...{ ...read, summary: `Comments on one of ${name}, oldest first`, reply: z.array(comment) },
      async handler({ context, id }) {
        await requireRow(context, id);
        const found = selectComments(getDb(context), names).where('record_id', '=', id);
        return (await found.limit(MAX_COMMENTS).execute()).reverse().map((row) => toComment(context, row));
      },
    },
    {
      ...{ ...read, path: `${path}/people`, summary: `People who see one of ${name}, for mentions` },
      ...{
        reply: z.array(author),
        querystring: z.object({ text: z.string().optional().describe('Beginning of a name.') }),
      },
      async handler({ context, id, query }) {
        const key = ` ${toSearchKey(String(query.text ?? ''))}`;
        const readers = await findReaders(context, await requireRow(context, id));
        const others = readers.filter((one) => one.id !== context.account.id);
        return others.filter((one) => ` ${toSearchKey(one.name)}`.includes(key)).slice(0, MAX_OFFERED);
      },
    },
    {
      ...({ method: 'POST', operation: 'list', path: '/comments/find', roles, body: searched } as const),
      summary: `Comments on ${name} that contain a text, newest first`,
      reply: z.array(z.object({ id: z.string(), record: z.unknown(), comment })),
      handler: ({ context, body }) => findComments(context, names, parse(searched, body).text),
    },
    {
      ...{ ...change, method: 'POST', action: 'comment', summary: `Adds a comment on one of ${name}` },
      ...{ body: sentComment, status: 201 },
      handler: ({ context, id, body }) => saveComment(context, names, id, parse(sentComment, body)),
    },
    {
      ...{ ...change, method: 'PUT', action: 'editComment', summary: `Changes one's own comment on one of ${name}` },
      body: changedComment,
      handler: ({ context, id, body }) => saveComment(context, names, id, parse(changedComment, body)),
    },
    {
      ...{
        ...change,
        method: 'DELETE',
        action: 'deleteComment',
        summary: `Deletes one's own comment on one of ${name}`,
      },
      querystring: z.object({ comment: z.string().describe('Id of the comment.') }),
      handler: ({ context, id, query }) => deleteComment(context, names, id, String(query.comment)),
    },
  ];
}
