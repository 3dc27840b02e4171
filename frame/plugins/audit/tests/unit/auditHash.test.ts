import { createHash } from 'node:crypto';
import { type AuditRow, hashAuditRow } from 'portal-frame/plugins/audit/testing';
import { expect, test } from 'vitest';

const row: Omit<AuditRow, 'hash'> = {
  id: 2,
  at: 1_760_000_000_000,
  account_id: 'a'.repeat(24),
  role: 'admin',
  name: 'Ada Ångström "A"',
  deed: 'change',
  resource: 'supplies',
  record_id: 'b'.repeat(24),
  address: '::1',
  details: '{"fields":["status"]}',
  previous_hash: 'c'.repeat(64),
};

test('is SHA-256 over the previous hash and the row as JSON', () => {
  const { previous_hash: before, ...rest } = row;
  const text = `${before}\n${JSON.stringify(Object.values(rest))}`;
  expect(hashAuditRow(row)).toBe(createHash('sha256').update(text).digest('hex'));
});

test('does not depend on the order of columns', () => {
  const turned = Object.fromEntries(Object.entries(row).toReversed()) as typeof row;
  expect(hashAuditRow(turned)).toBe(hashAuditRow(row));
});

test.each(Object.keys(row) as (keyof typeof row)[])('changes with %s', (column) => {
  const other = { ...row, [column]: typeof row[column] === 'number' ? 7 : 'x' };
  expect(hashAuditRow(other)).not.toBe(hashAuditRow(row));
});

test('changes if a value moves to another column', () => {
  expect(hashAuditRow({ ...row, name: 'a', deed: 'read' })).not.toBe(hashAuditRow({ ...row, name: 'aread' }));
});
