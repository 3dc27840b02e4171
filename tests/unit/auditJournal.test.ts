import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { journalIn } from '../../frame/server/audit/journal.ts';

test('entries that an earlier version kept, whose operation it called a deed, are read', () => {
  const dir = mkdtempSync(join(tmpdir(), 'journal-'));
  const journal = journalIn(dir);
  const entry = { at: 5, accountId: null, resource: 'appointments', recordId: null, address: '', details: {} };
  journal.keep([{ ...entry, operation: 'list' }]);
  const file = new DatabaseSync(join(dir, 'audit-waiting.sqlite'));
  file.prepare('insert into waiting (entries) values (?)').run(JSON.stringify([{ ...entry, deed: 'read' }]));
  file.close();
  const met = [];
  for (let kept = journal.next(); kept; kept = journal.next()) {
    met.push(...kept.entries);
    journal.drop(kept.id);
  }
  expect(met).toEqual([
    { ...entry, operation: 'list' },
    { ...entry, operation: 'read' },
  ]);
  journal.close();
  rmSync(dir, { recursive: true });
});
