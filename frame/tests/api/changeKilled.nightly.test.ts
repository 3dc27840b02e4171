import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { AFTER, BEFORE } from './changeOnce.ts';
import { changing } from './changing.ts';
import { lasting } from './lasting.ts';
import { linesOf, runFile } from './running.ts';

const SCRIPT = join(import.meta.dirname, 'changeOnce.ts');
const db = lasting('all', changing, (one) => one.close());
beforeAll(async () => {
  await db.start(...BEFORE);
  for (const [index, count] of ['1', '22', null].entries())
    await db.add('things', { title: `T${index}`, count, gone: 'kept', many: index > 0 ? ['id000001'] : null });
});

/** A start with the later configs in a process of its own. */
async function startElsewhere(word: string) {
  const { dataDir, url = '' } = db;
  const { child, end } = runFile(SCRIPT, [word], { env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: url } });
  const { out } = await end;
  return { signal: child.signalCode, statements: linesOf(out).map((line) => JSON.parse(line) as string) };
}

test('leaves the data unchanged after a killed start, and completes the change at the next start', async () => {
  const was = await db.read('things');
  // Finds the statements of a start by a real one, which is then rolled back.
  let statements: string[] = [];
  for (const _ of ['first', 'again']) {
    ({ statements } = await startElsewhere('list'));
    expect(statements.at(-1)).toBe('commit');
    await db.undo();
    await db.start(...BEFORE);
    expect(await db.read('things')).toEqual(was);
  }
  const writes = statements.flatMap((one, index) => (/^(alter|update|insert|create)/i.test(one) ? [index + 1] : []));
  const points = [writes[0], writes[Math.floor(writes.length / 2)], writes.at(-1), statements.length];
  for (const point of points) {
    expect((await startElsewhere(String(point))).signal).toBe('SIGKILL');
    expect((await db.plan(...BEFORE)).steps).toEqual([]);
    await db.start(...BEFORE);
    expect(await db.read('things')).toEqual(was);
  }
  // Two servers at once: one makes the change, the other finds it made.
  await Promise.all([db.start(...AFTER), db.start(...AFTER)]);
  expect(await db.read('goods')).toEqual([
    { id: 'id000001', name: 'T0', count: 1, more: 'x', many: null },
    { id: 'id000002', name: 'T1', count: 22, more: 'x', many: ['id000001'] },
    { id: 'id000003', name: 'T2', count: null, more: 'x', many: ['id000001'] },
  ]);
});
