import { describe, expect, test } from 'vitest';
import { sweepUploads } from '../../../../server/jobs/sweepUploads.ts';
import { findAuditPage, findDisclosedIds } from '../../server/auditSearch.ts';
import audit from '../../server/index.ts';
import { verifyAudit } from '../../server/verifyAudit.ts';
import { archive, archivesOf, NOW, readFile, serverWithTrail, tableRows } from './auditTrails.ts';

describe('archiving', () => {
  test('moves old rows to files, and continues the chain after them', async () => {
    const server = await serverWithTrail();
    const before = await tableRows(server);
    const all = await verifyAudit(server.services);
    expect(all).toEqual({ sound: 641, hash: before.at(-1)?.hash });
    expect(await archive(server)).toEqual({ archived: 600, deleted: 599 });

    const archives = await archivesOf(server);
    expect(archives.map(({ first_id, last_id }) => [first_id, last_id])).toEqual([
      [1, 250],
      [251, 500],
      [501, 600],
    ]);
    expect(archives.map(({ last_hash }) => last_hash)).toEqual([250, 500, 600].map((id) => before[id - 1]?.hash));
    expect(archives.flatMap(({ path }) => readFile(server, path))).toEqual(before.slice(0, 600));
    // Row 300 stays for the row that refers to it. Each file has an entry of its own.
    const after = await tableRows(server);
    expect(after.map(({ id }) => id)).toEqual([300, ...Array.from({ length: 44 }, (_, n) => 601 + n)]);
    expect(after.slice(-3).map(({ deed, resource, details }) => ({ deed, resource, ...JSON.parse(details) }))).toEqual(
      archives.map(({ first_id: first, last_id: last, last_hash: hash }) => ({
        ...{ deed: 'delete', resource: 'audit', action: 'archive', count: last - first + 1, first, last, hash },
      })),
    );
    const report = await verifyAudit(server.services, before[99]?.hash);
    expect(report).toEqual({ sound: 644, hash: after.at(-1)?.hash, archived: 600 });
    expect(await archive(server)).toEqual({ archived: 0, deleted: 0 });
    expect(await sweepUploads(server.services, -1000)).toEqual({ removed: 0, refused: 0 });
  });

  test('keeps the search complete: by page, and by a record that a later row refers to', async () => {
    const server = await serverWithTrail();
    await archive(server);
    const { db } = server.services;
    const page = (number: number) => findAuditPage(db, {}, number, 25);
    const { totalPages } = await page(1);
    expect(totalPages).toBe(2);
    expect((await page(1)).rows.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, n) => 644 - n));
    expect((await page(2)).rows.map(({ id }) => id)).toEqual([...Array.from({ length: 19 }, (_, n) => 619 - n), 300]);
    const { rows } = await findAuditPage(db, { recordIds: ['record300'] }, 1, 25);
    expect(rows.map(({ id }) => id)).toEqual([641, 300]);
    expect((await findDisclosedIds(db, rows)).get(641)).toEqual(['record300', 'everyone']);
  });

  test('keeps AUDIT_YEARS years of rows, by default all', async () => {
    const server = await serverWithTrail();
    const job = audit.jobs?.find(({ name }) => name === 'archive audit trail');
    const run = (auditYears: number) => {
      const services = { ...server.services, config: { ...server.config, auditYears } };
      return job?.run({ services, now: NOW } as never, {});
    };
    expect(server.config.auditYears).toBe(0);
    expect(await run(0)).toEqual({ archived: 0, deleted: 0 });
    expect(await run(11)).toEqual({ archived: 0, deleted: 0 });
    expect(await run(10)).toEqual({ archived: 600, deleted: 599 });
    expect(await verifyAudit(server.services)).toMatchObject({ sound: 642, archived: 600 });
  });
});
