import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { run } from '../../frame/build/run.ts';
import type { Release } from '../../frame/commands/upgrade/applyTemplate.ts';
import { fromRoot } from './root.ts';

type Exports = Record<string, string | { types: string; default: string }>;

/** The client stays TypeScript too: `npm run client` copies it. */
const ASSETS = ['**/*.css', '**/*.cjs', '**/*.mjs', 'plugins/*/client/*.ts', 'README.md', 'CHANGELOG.md'];

/** Pages about the frame, not about the portal. */
const PAGES = [
  'adding-a-resource',
  'automations',
  'changing-a-resource',
  'deployment',
  'glossary',
  'jobs',
  'new-app',
  'operating',
  'plugins',
  'programs',
  'public-pages',
  'documents',
  'records-api',
  'reference',
];

const APP_TOOLS = ['@types/node', '@types/react', 'playwright-core', 'typescript', 'vitest'];

const readManifest = (path: string) => JSON.parse(readFileSync(fromRoot(path), 'utf8'));

/** Returns what this release brings to apps. */
export function readRelease(): Release {
  const { dependencies, devDependencies, optionalDependencies } = readManifest('package.json');
  return {
    version: readManifest('frame/package.json').version,
    template: fromRoot('frame/template'),
    more: { 'scripts/run.mjs': fromRoot('scripts/run.mjs') },
    // Apps declare calls with zod; `npm start` builds.
    dependencies: Object.fromEntries(['@vitejs/plugin-react', 'vite', 'zod'].map((name) => [name, dependencies[name]])),
    devDependencies: Object.fromEntries(APP_TOOLS.map((name) => [name, devDependencies[name]])),
    optionalDependencies,
  };
}

/** Copies what is no code: template, changelog, and the pages about the frame. */
function copyTexts(staged: string): void {
  cpSync(fromRoot('frame/template'), join(staged, 'template'), { recursive: true });
  cpSync(fromRoot('scripts/run.mjs'), join(staged, 'template/scripts/run.mjs'));
  for (const page of PAGES) cpSync(fromRoot('docs', `${page}.md`), join(staged, 'docs', `${page}.md`));
}

const toCompiledName = (path: string) => path.replace(/\.tsx?$/, '.js');

/** Creates the package.json of the packed frame: compiled files, types, and the app's build tools as peers. */
function createManifest(): object {
  const own = readManifest('frame/package.json') as Record<string, unknown> & { exports: Record<string, string> };
  const { dependencies, devDependencies, engines } = readManifest('package.json');
  const { version: _version, template: _template, more: _more, ...app } = readRelease();
  const exports: Exports = {};
  // The frame's tests are not packed.
  for (const [name, path] of Object.entries(own.exports).filter(([, path]) => !path.includes('/tests/')))
    exports[name] = /\.tsx?$/.test(path)
      ? { types: path.replace(/^\.\/(.*)\.tsx?$/, './types/$1.d.ts'), default: toCompiledName(path) }
      : path;
  const tools = ['vite', '@vitejs/plugin-react', 'typescript', 'vitest', 'playwright-core'];
  const { private: _, ...rest } = own;
  const optional = own.optionalPackages as Record<string, string>;
  return {
    ...rest,
    engines,
    exports,
    bin: { 'portal-frame': './commands/portal-frame.js' },
    app,
    peerDependencies: {
      ...optional,
      ...Object.fromEntries(tools.map((name) => [name, dependencies[name] ?? devDependencies[name]])),
    },
    peerDependenciesMeta: Object.fromEntries(Object.keys(optional).map((name) => [name, { optional: true }])),
  };
}

/**
 * Packs the frame as JavaScript, because Node runs no TypeScript below node_modules. Creates the folder. Returns the file
 * name.
 * Throws an Error with the output of the compiler or npm.
 */
export async function packFrame(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const staged = mkdtempSync(join(tmpdir(), 'portal-pack-'));
  try {
    const flags = [
      '--noEmit',
      'false',
      '--rewriteRelativeImportExtensions',
      '--declaration',
      '--declarationDir',
      join(staged, 'types'),
      '--outDir',
      staged,
    ];
    const tsc = await run(
      process.execPath,
      [fromRoot('node_modules/typescript/bin/tsc'), '-p', fromRoot('frame'), ...flags],
      {
        quiet: true,
      },
    );
    if (tsc.code !== 0) throw new Error(`The frame could not be compiled:\n${tsc.output}`);
    for (const asset of globSync(ASSETS, { cwd: fromRoot('frame') }))
      cpSync(fromRoot('frame', asset), join(staged, asset));
    copyTexts(staged);
    // The compiler does not rewrite the file names of worker threads. The client keeps its name.
    for (const file of globSync('**/*.js', { cwd: staged }).map((name) => join(staged, name))) {
      const code = readFileSync(file, 'utf8');
      const changed = code.replace(/new URL\('(\.[^']+)\.ts', import\.meta\.url\)/g, (url, path: string) =>
        existsSync(join(dirname(file), `${path}.ts`)) ? url : `new URL('${path}.js', import.meta.url)`,
      );
      if (changed !== code) writeFileSync(file, changed);
    }
    writeFileSync(join(staged, 'package.json'), JSON.stringify(createManifest(), null, 2));
    // Not first beside `staged`: that folder may be on another disk, and another process may pack the same.
    const packed = await run('npm', ['pack', staged, '--json', '--pack-destination', resolve(folder)], { quiet: true });
    const [{ filename }] = JSON.parse(packed.output.slice(packed.output.indexOf('['))) as [{ filename: string }];
    return filename;
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}
