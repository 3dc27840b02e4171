import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Listening, listen } from './listening.ts';
import { placeFor, type ServerProcess } from './process.ts';
import { VISIT } from './samples.ts';

const place = placeFor('each');

async function add(server: ServerProcess, token: string): Promise<string> {
  const { http, data } = await server.call('laboratoryCreateAppointment', { token, body: VISIT });
  expect(http).toBe(200);
  return data._id;
}
const ids = (...heard: Listening[]) => heard.flatMap(({ changes }) => changes.map(({ id }) => id));

/** Listens from one event id to another and reconnects as needed. Returns the received changes in order. */
async function subscribeAll(server: () => ServerProcess, token: string, until: () => boolean): Promise<Listening[]> {
  const all = [await listen(server().origin, { token })];
  while (!until()) {
    await delay(30 + Math.random() * 150);
    const last = all.at(-1) as Listening;
    last.close();
    await expect.poll(() => last.ended).toBe(true);
    const next = await listen(server().origin, { token, lastId: last.lastId }).catch(() => undefined);
    if (next) all.push(next);
  }
  return all;
}

test('delivers every event exactly once across a kill -9 and restart', async () => {
  let server = await place.start();
  const token = await server.signIn('laboratory');
  const first = await listen(server.origin, { token });
  const existing = [await add(server, token), await add(server, token)];
  await expect.poll(() => ids(first)).toEqual(existing);
  const missed = await add(server, token);
  await server.end('SIGKILL');
  server = await place.start();
  const later = await add(server, token);
  const again = await listen(server.origin, { token, lastId: first.lastId });
  const last = await add(server, token);
  await expect.poll(() => ids(first, again)).toEqual([...existing, missed, later, last]);
  expect(again.signs).toEqual(['ready']);

  // Streams never end by themselves, but do not keep the server from ending.
  expect(await server.end('SIGTERM')).toBe(0);
  await expect.poll(() => again.ended).toBe(true);
});

// Several servers are possible on PostgreSQL only.
if (process.env.TEST_DATABASE_URL) {
  test('publishes changes of another server, in order and without gaps', async () => {
    const servers = await Promise.all([place.start(), place.start()]);
    const [a, b] = servers as [ServerProcess, ServerProcess];
    const token = await a.signIn('laboratory');
    let done = false;
    let turn = 0;
    const restless = subscribeAll(
      () => servers[turn++ % 2] as ServerProcess,
      token,
      () => done,
    );
    const [atA, atB] = [await listen(a.origin, { token }), await listen(b.origin, { token })];
    const many = (server: ServerProcess) => Promise.all(Array.from({ length: 5 }, () => several(server)));
    const several = async (server: ServerProcess) => {
      const made: string[] = [];
      for (let count = 0; count < 6; count++) made.push(await add(server, token));
      return made;
    };
    const made = (await Promise.all(servers.map(many))).flat(2);
    await expect.poll(() => [ids(atA).length, ids(atB).length]).toEqual([made.length, made.length]);
    done = true;
    const walked = await restless;
    await expect.poll(() => ids(...walked).length).toBe(made.length);
    expect(ids(atA).toSorted()).toEqual(made.toSorted());
    expect(ids(atB)).toEqual(ids(atA));
    expect(ids(...walked)).toEqual(ids(atA));
    expect(walked.flatMap(({ signs }) => signs)).not.toContain('reset');
  });

  test('ends the streams of a session on all servers', async () => {
    const [a, b] = await Promise.all([place.start(), place.start()]);
    const token = await a.signIn('employee');
    const heard = await listen(b.origin, { token });
    await a.call('signOut', { token });
    await expect.poll(() => heard.ended).toBe(true);
    expect((await listen(b.origin, { token })).http).toBe(401);
  });

  test('reconnects a broken notification connection and catches up', async () => {
    const server = await place.start();
    const token = await server.signIn('laboratory');
    const heard = await listen(server.origin, { token });
    const other = await place.start();
    const { db } = place.services;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'
      and datname = current_database()`.execute(db);
    const id = await add(other, token);
    await expect.poll(() => ids(heard)).toEqual([id]);
  });
}
