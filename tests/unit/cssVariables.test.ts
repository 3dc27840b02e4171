import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { light } from 'portal-frame/tokens';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/root.ts';

const files = ['src', 'frame']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))))
  .filter((name) => /\.(css|tsx?)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));

const ofTheme = Object.entries(light).flatMap(([name, colour]) =>
  typeof colour === 'string' ? [name] : Object.keys(colour).map((part) => `${name}-${part}`),
);

test('uses only CSS variables that the theme or a style defines', () => {
  const set = files.flatMap(({ text }) => [...text.matchAll(/--([\w-]+)['"]?\s*\]?:/g)].map(([, name]) => name));
  const defined = new Set([...ofTheme, ...set]);
  const used = files.flatMap(({ name, text }) =>
    [...text.matchAll(/var\(--([\w-]+)/g)].map(([, variable]) => ({ name, variable })),
  );
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(({ variable }) => !defined.has(variable ?? ''))).toEqual([]);
});
