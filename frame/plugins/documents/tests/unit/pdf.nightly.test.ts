import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasLetters, REGULAR, readOtherLetters } from '../../server/pdfFonts.ts';
import { renderPdf } from '../../server/renderPdf.ts';

const PLAIN = {
  ...{ name: 'n', language: 'en', title: 'Ő', sender: { name: 'Ćirić', lines: [] }, facts: [], missing: [] },
  ...{ addressees: [], notes: [], tables: [], pageLabel: 'Page {page} of {count}' },
} as const;

test('splits a long statement into pages, with names of any letters', async () => {
  const rows = Array.from({ length: 300 }, () => ['2026-02-05', 'Łódź Ñandú Привет Ελλάδα שלום سلام', '1.00']);
  const columns = ['a', 'b', 'c'].map((label) => ({ label, width: 1, atEnd: label === 'c' }));
  const pdf = await renderPdf({ ...PLAIN, tables: [{ columns, rows, data: rows, totals: [['Total', '$300']] }] });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length).toBeGreaterThan(4);
});

test('writes letters of any script with a font that has them', async () => {
  const names = ['陈大文 👩', '김철수', 'さくら', 'अमित', 'สมชาย', 'Привет Łódź', 'سلام שלום'];
  const missing = names.filter((name) => !hasLetters(REGULAR, name));
  expect(missing).toEqual(names.slice(0, 5));
  const folder = await mkdtemp(join(tmpdir(), 'letters-'));
  const file = join(folder, 'other.ttf');
  await writeFile(file, await readOtherLetters());
  for (const name of missing) expect([name, hasLetters(file, name)]).toEqual([name, true]);
  await rm(folder, { recursive: true });
  const facts = names.map((name) => ['To', name] as const);
  const pdf = (await renderPdf({ ...PLAIN, title: '発票 1', facts })).toString('latin1');
  expect(pdf).toContain('Unifont');
  // Only the glyphs of the document, not the font of 13 MB.
  expect(pdf.length).toBeLessThan(100_000);
  expect((await renderPdf({ ...PLAIN, title: 'Łódź' })).toString('latin1')).not.toContain('Unifont');
});
