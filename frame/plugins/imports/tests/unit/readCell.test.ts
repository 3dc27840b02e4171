import { date } from 'portal-frame';
import { expect, test } from 'vitest';
import { readCell } from '../../server/readCell.ts';

test('reads dates with dots day first in every language', () => {
  const day = (text: string, language: string) => readCell(date(), text, language);
  for (const language of ['en', 'es']) expect(day('09.01.2027', language)).toEqual({ value: '2027-01-09' });
  expect([day('09/01/2027', 'en'), day('09/01/2027', 'es')]).toEqual([
    { value: '2027-09-01' },
    { value: '2027-01-09' },
  ]);
});
