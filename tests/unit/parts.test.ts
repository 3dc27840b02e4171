import { globSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { fileOfEntry, type Import, importsOf, strings } from './source.ts';

/** Folders of plug-ins and features, such as 'frame/plugins/mcp' (docs/plugins.md). */
const PARTS = globSync('{frame/plugins/*,features/*,examples/plugin-*}').toSorted();
const getName = (folder: string) => posix.basename(folder).replace(/^plugin-/, '');
const partOf = (file: string) => PARTS.find((folder) => file.startsWith(`${folder}/`));
/** The lists of parts, in which each has a line. */
const LISTS = ['server/plugins.ts', 'src/plugins.ts', 'frame/tests/app/server/plugins.ts'];

const isTest = (file: string) => /^(frame\/)?tests\/|\/tests\/|^frame\/(template|testing)/.test(file);
const imports = ['{frame,src,server,features,examples/plugin-*}/**/*.{ts,tsx}']
  .flatMap((pattern) => importsOf(pattern))
  .filter(({ file }) => !file.includes('node_modules') && !isTest(file));
const describeImport = ({ file, line, names }: Import) => `${file}:${line} imports ${names}`;
const targetOf = ({ file, names }: Import) =>
  names.startsWith('.') ? posix.join(posix.dirname(file), names) : (fileOfEntry(names) ?? names);

/** Parts that a part names in `needs` of its plugin.ts. */
const needsOf = (folder: string) => {
  const texts = strings(`${folder}/plugin.ts`).map(({ text }) => text);
  return PARTS.filter((one) => one !== folder && texts.includes(getName(one)));
};

test('imports a part only into those that need it, and into the list of parts', () => {
  expect(PARTS.length).toBeGreaterThan(2);
  const wrong = imports.filter((one) => {
    const [to, from] = [partOf(targetOf(one)), partOf(one.file)];
    return to && to !== from && !LISTS.includes(one.file) && !(from && needsOf(from).includes(to));
  });
  expect(wrong.map(describeImport)).toEqual([]);
});

test('lets a plug-in import the frame by its public entries only, and the app if it needs it', () => {
  const wrong = imports.filter((one) => {
    const from = partOf(one.file);
    if (!from || targetOf(one).startsWith(`${from}/`)) return false;
    const needsApp = strings(`${from}/plugin.ts`).some(({ text }) => text === 'app');
    const isOfPortal = from.startsWith('features/') && needsApp && /^(src|server|features)\//.test(targetOf(one));
    return !isOfPortal && (one.names.startsWith('.') || one.names.startsWith('portal-frame/internal'));
  });
  expect(wrong.map(describeImport)).toEqual([]);
});

test('keeps the server half out of the browser, and what both halves read free of either', () => {
  const halfOf = (file: string) =>
    /^(?:frame\/plugins|features|examples)\/[\w-]+\/(server|browser|plugin)\b/.exec(file)?.[1];
  const wrong = imports.filter((one) => {
    const [from, to] = [halfOf(one.file), halfOf(targetOf(one))];
    return from && to && from !== to && to !== 'plugin';
  });
  expect(wrong.map(describeImport)).toEqual([]);
});

test('says in a README of one screen what each part is', () => {
  expect(PARTS.filter((folder) => globSync(`${folder}/{README.md,plugin.ts}`).length < 2)).toEqual([]);
});

/** Names of parts that are words of the core, too. `mcp` is a right of API keys, `money` a kind of field. */
const WORDS = ['backup', 'calendar', 'documents', 'history', 'imports', 'mcp', 'metrics', 'money', 'reports'];

test('names no plug-in in the core', () => {
  const names = PARTS.map(getName).filter((name) => !WORDS.includes(name));
  const found = strings('frame/**/*.{ts,tsx}').filter(
    ({ file, text }) => names.includes(text) && !isTest(file) && !partOf(file) && !file.endsWith('/handedOver.ts'),
  );
  expect(found.map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
});
