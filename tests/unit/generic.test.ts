import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadResources } from 'portal-frame/internal/server';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const files = globSync('frame/{views,fields,parts,inputs,layout,dataProvider}/**/*.{ts,tsx}', { cwd: root });
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

test('names no resource in generic code', async () => {
  const names = (await loadResources({ roles: getPageRoles() })).map(({ name }) => name);
  expect(names.length).toBeGreaterThanOrEqual(6);
  const named = new RegExp(`['"\`/](${names.join('|')})['"\`/.]`);
  const found = files.flatMap((file) => {
    const lines = withoutComments(readFileSync(join(root, file), 'utf8')).split('\n');
    return lines.filter((line) => named.test(line) || line.includes('/resources/')).map((line) => `${file}: ${line}`);
  });
  expect(found).toEqual([]);
});

test('keeps unusual spellings of the wire in the folders of the wire', () => {
  const all = globSync('{frame,src,server,features}/**/*.{ts,tsx}', { cwd: root }).filter(
    (file) => !/^(src|frame).(wire|i18n)|^features.\w+.(tests|wire)/.test(file),
  );
  expect(all.filter((file) => /labortary|archeived/i.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('keeps words of the portal out of the frame', () => {
  const words = /patient|appointment|employee|laborator|phlebotom|specimen/i;
  const all = globSync('frame/**/*', { cwd: root }).filter((file) => /\.\w+$/.test(file) && !/node_modules/.test(file));
  expect(all.length).toBeGreaterThan(500);
  expect(all.filter((file) => words.test(readFileSync(join(root, file), 'utf8')))).toEqual([]);
});
