// npm run new:app -- ../shop: creates an app with the frame as a package; --example library starts from
// examples/library.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { applyTemplate, fillName, toTitle } from '../frame/commands/upgrade/applyTemplate.ts';
import { packFrame, readRelease } from './lib/pack.ts';
import { fromRoot } from './lib/root.ts';

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

function parseOptions() {
  const options = { example: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  if (!positionals[0]) fail('Say where: npm run new:app -- ../shop');
  const folder = resolve(positionals[0]);
  // An example without a server is no app of its own.
  const examples = readdirSync(fromRoot('examples')).filter((name) =>
    existsSync(fromRoot('examples', name, 'server', 'app.ts')),
  );
  if (values.example && !examples.includes(values.example))
    fail(`There is no example "${values.example}". There are: ${examples.join(', ')}.`);
  if (existsSync(folder) && readdirSync(folder).length > 0) fail(`${folder} is not empty. Name a folder that is new.`);
  if (!/^[a-z\d][\w.-]*$/i.test(basename(folder)))
    fail(
      `"${basename(folder)}" cannot name an app. Start with a letter or digit; use letters, digits, ".", "-" and "_", such as town-library.`,
    );
  return { folder, example: values.example };
}

const { folder, example } = parseOptions();
mkdirSync(folder, { recursive: true });
console.log('Packing the frame ...');
const packed = await packFrame(folder);
const release = readRelease();
const name = toTitle(folder);
applyTemplate(
  folder,
  { ...release, dependencies: { 'portal-frame': `file:${packed}`, ...release.dependencies } },
  name,
);
if (example) {
  for (const part of ['src', 'server', 'tests']) rmSync(join(folder, part), { recursive: true, force: true });
  for (const part of ['src/main.tsx', 'src/App.tsx', 'src/plugins.ts', 'src/pages'])
    cpSync(fromRoot('frame/template', part), join(folder, part), { recursive: true });
  cpSync(fromRoot('examples', example), folder, {
    recursive: true,
    // The tsconfig.json of an example extends the template's.
    filter: (path) => !/[\\/](node_modules|dist|data|tsconfig\.json)$/.test(path),
  });
  for (const file of ['index.html', 'README.md', 'src/i18n/en.ts', 'server/app.ts']) {
    const path = join(folder, file);
    writeFileSync(path, fillName(file, readFileSync(path, 'utf8'), name));
  }
}
console.log(`Written: ${folder}. Go there; npm start runs it, npm test checks it.`);
