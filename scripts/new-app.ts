// npm run new:app -- ../shop: creates an app with the frame as a package; --example library starts from
// examples/library.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { packFrame } from './lib/pack.ts';
import { fromRoot } from './lib/root.ts';

const APP_PACKAGES = [
  '@types/node',
  '@types/react',
  '@vitejs/plugin-react',
  'playwright-core',
  'typescript',
  'vite',
  'vitest',
];
const DOT_FILES = ['gitignore', 'npmrc'];

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

const toTitle = (folder: string) =>
  basename(folder)
    .split(/[-_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

function parseOptions() {
  const options = { example: { type: 'string' } } as const;
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  if (!positionals[0]) fail('Say where: npm run new:app -- ../shop');
  const folder = resolve(positionals[0]);
  // An example without a server is no app of its own.
  const examples = readdirSync(fromRoot('examples')).filter((name) => existsSync(fromRoot('examples', name, 'server')));
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
cpSync(fromRoot('frame/template'), folder, { recursive: true });
if (example) {
  for (const part of ['src', 'server', 'tests']) rmSync(join(folder, part), { recursive: true, force: true });
  for (const part of ['src/main.tsx', 'src/App.tsx', 'src/pages'])
    cpSync(fromRoot('frame/template', part), join(folder, part), { recursive: true });
  cpSync(fromRoot('examples', example), folder, {
    recursive: true,
    // The tsconfig.json of an example extends the template's.
    filter: (path) => !/[\\/](node_modules|dist|data|tsconfig\.json)$/.test(path),
  });
}
for (const name of DOT_FILES) renameSync(join(folder, name), join(folder, `.${name}`));
mkdirSync(join(folder, 'scripts'));
cpSync(fromRoot('scripts/run.mjs'), join(folder, 'scripts/run.mjs'));

const name = toTitle(folder);
for (const file of ['index.html', 'README.md', 'src/i18n/en.ts', 'server/app.ts']) {
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('{name}', name));
}
console.log('Packing the frame ...');
const packed = await packFrame(folder);
const { dependencies, devDependencies, engines } = JSON.parse(readFileSync(fromRoot('package.json'), 'utf8'));
const path = join(folder, 'package.json');
writeFileSync(
  path,
  `${JSON.stringify(
    {
      ...JSON.parse(readFileSync(path, 'utf8')),
      name: basename(folder).toLowerCase(),
      engines,
      // Apps declare calls with zod.
      dependencies: { 'portal-frame': `file:${packed}`, zod: dependencies.zod },
      devDependencies: Object.fromEntries(APP_PACKAGES.map((one) => [one, devDependencies[one]])),
    },
    null,
    2,
  )}\n`,
);
console.log(`Written: ${folder}. Go there; npm start runs it, npm test checks it.`);
