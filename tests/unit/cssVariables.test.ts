import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/lib/root.ts';
import { light } from '../../src/theme/tokens.ts';

const files = readdirSync(join(root, 'src'), { recursive: true })
  .map(String)
  .filter((name) => /\.(css|tsx?)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, 'src', name), 'utf8') }));

/** As mode.ts sets them on the document. */
const ofTheme = Object.entries(light).flatMap(([name, colour]) =>
  typeof colour === 'string' ? [name] : Object.keys(colour).map((part) => `${name}-${part}`),
);

test('Every variable that a style uses is one of the theme’s, or set somewhere: an unknown colour is no colour at all', () => {
  const set = files.flatMap(({ text }) => [...text.matchAll(/--([\w-]+)['"]?\s*\]?:/g)].map(([, name]) => name));
  const known = new Set([...ofTheme, ...set]);
  const used = files.flatMap(({ name, text }) =>
    [...text.matchAll(/var\(--([\w-]+)/g)].map(([, variable]) => ({ name, variable })),
  );
  expect(used.length).toBeGreaterThan(100);
  expect(used.filter(({ variable }) => !known.has(variable ?? ''))).toEqual([]);
});
