// Adds everything that the guide shows to a copy of the project and runs the project's checks.
import '../../server/app.ts';
import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { flattenTexts } from 'portal-frame/internal';
import { languages } from 'portal-frame/internal/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';
import { copyTree } from '../tree.ts';
import { done, filesIn } from './documented.ts';
import { place } from './ownResources.ts';

const LEFT_OUT = ['frame', 'node_modules', 'dist', 'data', '.git'];
const RESOURCES = ['specimens', 'racks', 'results', 'tubes'].map((name) => `${name}.ts`);
/** A guard against a hang: the commands take two minutes on a quiet machine, twenty times as long on a busy one. */
const COMMANDS_TIMEOUT_MS = 2_400_000;
/** One variant of each part of the guide. */
const ADDED = [
  ...['src/roles.ts', 'src/resources/members.ts', 'src/resources/borrowings.ts'],
  ...[
    'server/resources/tubes.ts',
    'server/endpoints/waitingTubes.ts',
    'src/pages/shelf.page.ts',
    'src/pages/Shelf.tsx',
  ],
];

let tree: string;
beforeAll(async () => {
  const parts = readdirSync(fromRoot()).filter((name) => !LEFT_OUT.includes(name));
  tree = copyTree('added', parts);
  const files = new Map(['docs/adding-a-resource.md', 'docs/reference.md'].flatMap(filesIn));
  for (const file of ADDED) put(file, files.get(file) ?? '');
  for (const file of RESOURCES) place(tree, file, `src/resources/${file}`);
  // An app translates its plug-ins into a language that they do not have.
  const ofPlugins = globSync('{frame/plugins/*,features/*,examples/plugin-*}/{,server/,browser/}texts/es.ts', {
    cwd: fromRoot(),
  }).map(async (file) => flattenTexts((await import(fromRoot(file))).default));
  const french = Object.assign({}, languages.get('es'), ...(await Promise.all(ofPlugins)));
  put('src/i18n/fr.ts', `export default ${JSON.stringify(nested(french), null, 2)};`);
});
afterAll(() => rmSync(tree, { recursive: true, force: true }));

function put(file: string, code: string): void {
  const path = join(tree, file);
  mkdirSync(dirname(path), { recursive: true });
  const text = file === 'src/roles.ts' ? readFileSync(path, 'utf8').replace(/^}\);$/m, `${code}\n});`) : `${code}\n`;
  writeFileSync(path, text);
}

function nested(texts: Record<string, string>): object {
  const all: Record<string, unknown> = {};
  for (const [key, text] of Object.entries(texts)) {
    const names = key.split('.');
    const last = names.pop() ?? '';
    let place = all;
    for (const name of names) {
      place[name] ??= {};
      place = place[name] as Record<string, unknown>;
    }
    place[last] = text;
  }
  return all;
}

test(
  "passes the type check and the tests that list the project's parts",
  async () => {
    for (const file of ADDED) expect([file, readFileSync(join(tree, file), 'utf8').length > 100]).toEqual([file, true]);
    const env = { TEST_DATABASE_URL: '', DATABASE_URL: '' };
    // Tests with lists of the project's parts; tests/api/fourthRole.nightly.test.ts adds a role to a server.
    const near = 'types unit directions config i18n generic newResource';
    expect(await done(`npm test -- ${near}`, tree, env)).toMatch(/\n[1-9]\d{2,} passed, 0 failed/);
  },
  COMMANDS_TIMEOUT_MS,
);
