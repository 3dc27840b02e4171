// The same tools on Fastify and SQLite alone, in the dialect of ra-data-simple-rest. Arguments: data folder, rows, token.
import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import fastify from 'fastify';
import { BRANCHES, KINDS, toolValues } from './peersData.ts';

const [dataDir = '', rows = '', token = ''] = process.argv.slice(2);
const FIELDS = ['name', 'code', 'kind', 'price', 'bought', 'branch_id', 'note'];
const db = new DatabaseSync(join(dataDir, 'plain.sqlite'));
db.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on;
  create table branches (id integer primary key, name text not null unique);
  create table tools (id integer primary key, name text not null, code text not null unique,
    kind text not null check (kind in (${KINDS.map((kind) => `'${kind}'`).join(', ')})), price integer, bought text,
    branch_id integer not null references branches (id), note text);
  create index tools_name on tools (name);
  create index tools_kind on tools (kind);
  create index tools_branch on tools (branch_id);
  begin`);
const insert = `insert into tools (${FIELDS.join(', ')}) values (${FIELDS.map(() => '?').join(', ')})`;
const statements = new Map<string, StatementSync>();
const prepare = (text: string): StatementSync => {
  const found = statements.get(text) ?? db.prepare(text);
  statements.set(text, found);
  return found;
};
const addTool = ({ name, code, kind, price, bought, branch, note }: ReturnType<typeof toolValues>) =>
  prepare(insert).run(name, code, kind, Math.round(price * 100), bought, Number.parseInt(branch, 16), note);
for (let n = 1; n <= BRANCHES; n++) prepare('insert into branches (id, name) values (?, ?)').run(n, `Branch ${n}`);
for (let n = 1; n <= Number(rows); n++) addTool(toolValues(n));
db.exec('commit');

const app = fastify();
const secret = 'secret';
const sign = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
const signature = sign(token);
app.addHook('onRequest', async (request) => {
  const [given = ''] = (request.headers.authorization ?? '').replace('Bearer ', '').split(' ');
  if (sign(given) !== signature) throw Object.assign(new Error('Not signed in'), { statusCode: 401 });
});
app.get<{ Querystring: Record<string, string> }>('/api/v1/collections/tools', async ({ query }, reply) => {
  const [from, to] = JSON.parse(query.range ?? '[0,24]');
  const [sort, order] = JSON.parse(query.sort ?? '["name","ASC"]');
  const filter: Record<string, string> = JSON.parse(query.filter ?? '{}');
  if (!FIELDS.includes(sort)) throw new Error(`No order by ${sort}`);
  const where = filter.q ? 'where name like :q or code like :q or note like :q' : '';
  const values: Record<string, string> = filter.q ? { q: `%${filter.q}%` } : {};
  const total = prepare(`select count(*) as total from tools ${where}`).get(values)?.total;
  const page = `select * from tools ${where} order by ${sort} ${order === 'DESC' ? 'desc' : 'asc'}, id limit :size offset :from`;
  const found = prepare(page).all({ ...values, size: to - from + 1, from });
  reply.header('content-range', `tools ${from}-${from + found.length - 1}/${total}`);
  return found;
});
app.post<{ Body: ReturnType<typeof toolValues> }>('/api/v1/collections/tools', async ({ body }, reply) => {
  const { lastInsertRowid } = addTool(body);
  return reply.code(201).send(prepare('select * from tools where id = ?').get(lastInsertRowid));
});
console.log(await app.listen({ port: 0, host: '127.0.0.1' }));
