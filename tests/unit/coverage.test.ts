import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * docs/spec-coverage.md names files in `backticks` and, in its last column, what occurs in the test file named before
 * it in “curly quotes”. This holds the page to the code.
 */
const PAGE = 'docs/spec-coverage.md';
const rows = readFileSync(PAGE, 'utf8')
  .split('\n')
  .filter((line) => /^\| \d+\.\d+ \|/.test(line))
  .map((line) => line.split(' | '));
const FILE = /`((?:src|server|tests|public|docs|scripts)\/[^`]*)`/g;
const filesIn = (text: string) => [...text.matchAll(FILE)].map(([, file]) => file as string);

test('every row has a number, a statement, a place and a test', () => {
  expect(rows.length).toBeGreaterThan(100);
  const numbers = rows.map(([number]) => number);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(rows.filter((cells) => cells.length !== 4).map(([number]) => number)).toEqual([]);
  const bare = rows.filter(([, , place = '', held = '']) => !filesIn(place)[0] || !/“|not yet/.test(held));
  expect(bare.map(([number]) => number)).toEqual([]);
});

test('every file exists', () => {
  const files = rows.flatMap((cells) => cells.flatMap(filesIn));
  expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

test('what is quoted of a test file stands in it', () => {
  const lost = rows.flatMap(([number, , , held = '']) =>
    held.split(/(?=`tests\/)/).flatMap((part) => {
      const [file] = filesIn(part);
      const code = file && existsSync(file) ? readFileSync(file, 'utf8') : '';
      const quotes = [...part.matchAll(/“([^”]+)”/g)].map(([, quote]) => quote as string);
      return quotes.filter((quote) => !code.includes(quote)).map((quote) => `${number} ${file}: ${quote}`);
    }),
  );
  expect(lost).toEqual([]);
});
