import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openAuditJournal } from 'portal-frame/plugins/audit/testing';
import { expect, test } from 'vitest';

test('reads entries of an earlier version, which called the operation a deed', () => {
  const dir = mkdtempSync(join(tmpdir(), 'journal-'));
  const journal = openAuditJournal(dir);
  const entry = { at: 5, accountId: null, resource: 'supplies', recordId: null, address: '', details: {} };
  journal.append([{ ...entry, operation: 'list' }]);
  const file = new DatabaseSync(join(dir, 'audit-waiting.sqlite'));
  file.prepare('insert into waiting (entries) values (?)').run(JSON.stringify([{ ...entry, deed: 'read' }]));
  file.close();
  const met = [];
  for (let kept = journal.peek(); kept; kept = journal.peek()) {
    met.push(...kept.entries);
    journal.remove(kept.id);
  }
  expect(met).toEqual([
    { ...entry, operation: 'list' },
    { ...entry, operation: 'read' },
  ]);
  journal.close();
  rmSync(dir, { recursive: true });
});
