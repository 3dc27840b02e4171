import { type Kysely, sql } from 'kysely';
import type { TestServer } from './harness.ts';
import { clientOf } from './supplies.ts';

type Rows = Record<string, unknown>[];

async function rowsOf(server: TestServer, query: string): Promise<Rows> {
  const { rows } = await sql.raw(query).execute(server.services.db as unknown as Kysely<never>);
  return rows as Rows;
}

const LEFT_OUT = ['id', 'n', 'at', 'created_at', 'changed_at', 'hash', 'previous_hash', 'resource'];

/** Reads all stored data of a collection without its name, ids and times. */
export async function tracesOf(
  server: TestServer,
  name: string,
  { links, reports, operation }: { links: string; reports: readonly string[]; operation: string },
) {
  const made = await rowsOf(server, `select * from c_${name} order by id`);
  const places = new Map(made.map(({ id }, at) => [id, at]));
  const bare = (list: Rows) =>
    list.map((row) =>
      Object.fromEntries(
        Object.entries(row).flatMap(([column, value]): [string, unknown][] =>
          LEFT_OUT.includes(column) ? [] : [[column, places.has(value) ? `#${places.get(value)}` : value]],
        ),
      ),
    );
  const given = [];
  for (const report of reports)
    given.push((await clientOf(server, 'admin', name).send('GET', `/reports/${report}`)).body);
  const seen = [];
  for (const person of ['admin', 'employee', 'employee2', 'laboratory', 'laboratory2'] as const) {
    const { body } = await clientOf(server, person, name).list({ range: [0, 999] });
    seen.push((body as { id: string }[]).map(({ id }) => places.get(id)));
  }
  const history = `select * from collection_history where resource = '${name}' order by record_id, version`;
  return {
    made: bare(made),
    links: bare(await rowsOf(server, `select * from l_${name}_${links} order by record_id, position`)),
    history: bare(await rowsOf(server, history)),
    events: bare(await rowsOf(server, `select * from events where resource = '${name}' order by id`)),
    trail: bare(
      await rowsOf(server, `select * from audit where resource = '${name}' and deed = '${operation}' order by id`),
    ),
    reports: given,
    seen,
  };
}
