// On SQLite only: nothing here depends on the database.
import { expect, test } from 'vitest';
import { attack } from '../attack/attack.ts';

test('completes a small part of npm run attack without a finding', async () => {
  const rows = await attack(60);
  expect(rows.flatMap(({ failures }) => failures)).toEqual([]);
  expect(rows.filter(({ attempts }) => attempts === 0)).toEqual([]);
});
