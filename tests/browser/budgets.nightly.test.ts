// Sizes of the first screens' files as sent: Brotli, or plain without a .br file. `npm run bench -- portal` measures
// whole transfers.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';
import { pageAs, startForFile } from './portalOfFile.ts';

const KB = 1000;
const SIGN_IN = 100 * KB;
const LIST = 331 * KB;
const LIST_SOURCES = [
  'src/App.tsx',
  // Components of plug-ins.
  'virtual:first-components',
  // A column of the first tab.
  'features/dispatch/browser/WhyCell.tsx',
  ...['layout/Idle.tsx', 'layout/ToastStack.tsx', 'pages/notifications/Bell.tsx'].map((file) => `frame/${file}`),
];
/** Chunks that only other screens need: charts, push, Spanish, forms, filters, dialogs. */
const LATER_CHUNKS = [
  ...[
    'charts',
    'firebase',
    'register',
    'es',
    'RecordForm',
    'FilterPanel',
    'inputs',
    'Autocomplete',
    'ShowView',
    'EditView',
  ],
  ...['loadZod', 'CalendarView', 'Settings', 'Profile', 'ColumnChoice'],
];
const LATER = new RegExp(`/(${LATER_CHUNKS.join('|')})-`);
const MAX_SCRIPTS = 12;

interface Chunk {
  file: string;
  imports?: string[];
  css?: string[];
}

let manifest: Record<string, Chunk>;
let entry: string[];
const portal = startForFile();
beforeAll(async () => {
  manifest = JSON.parse(readFileSync(fromRoot('dist/.vite/manifest.json'), 'utf8'));
  entry = [...readFileSync(fromRoot('dist/index.html'), 'utf8').matchAll(/"\/(assets\/[^"]+)"/g)].map(
    ([, file = '']) => file,
  );
});

function filesOf(sources: readonly string[], found = new Set<string>()): Set<string> {
  for (const source of sources) {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`The build has no chunk of ${source}.`);
    if (found.has(chunk.file)) continue;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
    filesOf(chunk.imports ?? [], found);
  }
  return found;
}

const sizeOf = (files: Iterable<string>) =>
  ['index.html', 'preload.js', ...files]
    .map((file) => fromRoot('dist', file))
    .reduce((sum, path) => sum + statSync(existsSync(`${path}.br`) ? `${path}.br` : path).size, 0);

test('loads at most 100 KB of files for the sign-in', () => {
  expect(sizeOf(entry)).toBeLessThanOrEqual(SIGN_IN);
});

test('loads at most 331 KB for the first list, without charts, forms, push and Spanish', async () => {
  const expected = [...filesOf(LIST_SOURCES)];
  expect(sizeOf(expected)).toBeLessThanOrEqual(LIST);
  const built = Object.values(manifest).map(({ file }) => file);
  expect(LATER_CHUNKS.filter((name) => !built.some((file) => file.startsWith(`assets/${name}-`)))).toEqual([]);
  expect(expected.filter((file) => LATER.test(file))).toEqual([]);
  expect(expected.filter((file) => file.endsWith('.js')).length).toBeLessThanOrEqual(MAX_SCRIPTS);
  const page = await pageAs(portal, 'admin');
  const loaded = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/assets/')) loaded.add(pathname.slice(1));
  });
  await page.goto('/appointments');
  await page.locator('tbody .RaDataTable-row').nth(9).waitFor();
  await expect.poll(() => [...loaded].toSorted()).toEqual(expected.toSorted());
});

test('requests the records of a generated list once, before the code of its screen has loaded', async () => {
  const page = await pageAs(portal, 'admin');
  const isAsked = (url: URL) => url.pathname === '/api/v1/collections/tests' && url.searchParams.has('range');
  const asked: string[] = [];
  page.on('request', (request) => isAsked(new URL(request.url())) && asked.push(request.url()));
  const early = page.waitForRequest((request) => isAsked(new URL(request.url())));
  await page.route('**/assets/portal-*.js', async (route) => {
    await early;
    await route.continue();
  });
  await page.goto('/tests');
  await page.locator('tbody .RaDataTable-row').first().waitFor();
  expect(asked).toHaveLength(1);
});

test('draws the first list once before its first paint, with formats loaded before', async () => {
  const page = await pageAs(portal, 'admin');
  await page.addInitScript(() => {
    const notes = { commits: 0, isFormatLoaded: false };
    let isOver = false;
    // React calls the hook of its developer tools in production, too. A second commit of the same task delays the paint.
    const onCommitFiberRoot = () => {
      if (isOver || !document.querySelector('tbody .RaDataTable-row')) return;
      if (notes.commits++ > 0) return;
      queueMicrotask(() => {
        isOver = true;
      });
    };
    const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot };
    Object.assign(window, { notes, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
    const { toLocaleString: format } = Date.prototype;
    Date.prototype.toLocaleString = function (...parts: []) {
      notes.isFormatLoaded ||= document.querySelector('[data-shell]') === null;
      return format.apply(this, parts);
    };
  });
  await page.goto('/appointments');
  await page.locator('tbody .RaDataTable-row').first().waitFor();
  const notes = await page.evaluate(() => (window as unknown as { notes: object }).notes);
  expect(notes).toEqual({ commits: 1, isFormatLoaded: true });
});

test('loads form and record while the pointer is over the record’s link', async () => {
  const page = await pageAs(portal, 'admin');
  await page.goto('/tests');
  await page.locator('tbody .RaDataTable-row').first().locator('td').nth(2).click();
  const loads = page.waitForRequest(/assets\/EditView-/);
  const edit = page.getByRole('dialog').getByRole('link', { name: 'Edit', exact: true });
  await edit.waitFor();
  const record = page.waitForRequest(/collections\/tests\/\w+$/);
  await edit.hover();
  await Promise.all([loads, record]);
});
