import fc from 'fast-check';
import { formatCsv } from 'portal-frame/internal';
import { expect, test } from 'vitest';
import { readCsv } from '../../server/readCsv.ts';

const TRICKS = [
  '=1+1',
  'x;=1+1',
  'x; "@SUM(A1)',
  'x\n=cmd|calc',
  'a\t+1',
  'a;b;-2+3',
  'Fasting:\n- 12 hours\n- no coffee',
  '@here',
  "'=1+1",
  "''-2",
  'x;   =1+1',
  "x;'=1+1",
];

const noteOf = (text: string) =>
  formatCsv([
    ['Name', 'Notes'],
    ['Ann', text],
  ]);

test.each(TRICKS)('writes %j as no formula in any cell, whatever the separator, and reads it back', async (text) => {
  const file = noteOf(text);
  // Worst case: a spreadsheet starts a cell at every separator and line end, ignoring quotes.
  const cells = file
    .slice(1)
    .split(/[,;\t\r\n]/)
    .map((cell) => cell.replace(/^["\s]+/, ''));
  expect(cells.filter((cell) => /^[=+@-]/.test(cell))).toEqual([]);
  const { rows } = await readCsv(Buffer.from(file));
  expect(rows).toEqual([{ number: 2, cells: ['Ann', text] }]);
});

test.each(['+15551230001', '00123', '0044', "'007", "'+1", '1E5', '12e-3', '1.5e+2', '1234567890123456'])(
  'keeps the digits of %j in a spreadsheet, and reads it back',
  async (text) => {
    const file = formatCsv([['Phone'], [text]]);
    const [, cell = ''] = file.slice(1).split('\r\n');
    expect(Number.isNaN(Number(cell))).toBe(true);
    expect((await readCsv(Buffer.from(file))).rows.map(({ cells }) => cells)).toEqual([[text]]);
  },
);

test.each(['-12.50', '0', '0.5', '120', '1,234.00', '123456789012345'])('leaves the number %j unchanged', (text) => {
  expect(
    formatCsv([[text]])
      .slice(1)
      .replaceAll('"', ''),
  ).toBe(text);
});

test('restores every cell after a round trip', async () => {
  const sign = fc.constantFrom(...`'=+-@;,\t\n" 10aé`);
  const text = fc.string({ unit: sign, minLength: 1, maxLength: 12 }).map((one) => one.trim());
  await fc.assert(
    fc.asyncProperty(text, async (one) => {
      const { rows } = await readCsv(Buffer.from(noteOf(one)));
      expect(rows.map(({ cells }) => cells[1] ?? '')).toEqual([one]);
    }),
    { numRuns: 2000 },
  );
});

test('keeps multi-byte characters whole at chunk boundaries', async () => {
  // Rows of many lengths, so that some chunk boundary falls inside a character.
  const rows = Array.from({ length: 3000 }, (_, at) => [`${at}`, 'é🚚'.repeat(1 + (at % 7))]);
  const read = await readCsv(Buffer.from(formatCsv([['Number', 'Signs'], ...rows])));
  expect(read.rows.map(({ cells }) => cells)).toEqual(rows);
});
