// Lower bound for a page of the list: a bare node:http server that runs the SQL of the list call as prepared statements
// and writes the same JSON. Arguments: database file, a reply of the real server, ids of a session and its account.
import { getPageRoles } from 'portal-frame/roles';
import '../../server/app.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type CompiledQuery, Kysely } from 'kysely';
import { findPage, getCollection } from 'portal-frame/internal/records';
import { createSqliteDialect, loadResources, planCollections } from 'portal-frame/internal/server';
import type { Services } from 'portal-frame/server';
import { findLiveSession } from 'portal-frame/server/accounts';
import type { Schema } from 'portal-frame/server/database';
import { loadDetails } from '../../server/store/appointments.ts';
import type { AppointmentRow } from '../../server/store/schema.ts';

const [file = '', answer = '', sessionId = '', accountId = '', filter = '{}'] = process.argv.slice(2);

const queries: CompiledQuery[] = [];
const db = new Kysely<Schema>({ dialect: createSqliteDialect(file), log: ({ query }) => void queries.push(query) });
await findLiveSession(db, sessionId, accountId, 30);
const where = JSON.parse(filter);
const services = {
  db,
  store: { kind: 'sqlite' },
  config: { timeZone: 'UTC' },
  collections: planCollections(await loadResources({ roles: getPageRoles() })),
} as unknown as Services;
const admin = { id: accountId, role: 'admin', sessionId, reauthenticatedAt: 0 } as const;
const sort = { field: 'createdAt', order: 'DESC' } as const;
const { rows } = await findPage(
  { services, collection: getCollection(services, 'appointments'), account: admin },
  { where, sort },
);
await loadDetails(db, rows as unknown as AppointmentRow[]);

const sqlite = new DatabaseSync(file);
sqlite.exec('pragma cache_size = -32000');
const statements = queries.map(({ sql, parameters }) => ({
  statement: sqlite.prepare(sql),
  values: parameters as SQLInputValue[],
}));
const json: unknown = JSON.parse(answer);
const server = createServer((_, reply) => {
  for (const { statement, values } of statements) statement.all(...values);
  reply.setHeader('content-type', 'application/json; charset=utf-8');
  reply.end(JSON.stringify(json));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
