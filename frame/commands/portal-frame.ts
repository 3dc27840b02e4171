#!/usr/bin/env node
// npx portal-frame init: makes an app of the current folder. npx portal-frame upgrade: brings an app to this version.
// Runs on the machine's Node, which may be version 20.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameFile } from '../build/paths.ts';
import { applyTemplate, type Outcome, RECORD_FILE, type Release } from './upgrade/applyTemplate.ts';
import { CONFIG_RENAMES } from './upgrade/configRenames.ts';
import { nameRoles } from './upgrade/nameRoles.ts';

const folder = process.cwd();

/** Reads this release from the packed frame. */
function readRelease(): Release {
  const { version, app } = JSON.parse(readFileSync(frameFile('package.json'), 'utf8')) as {
    version: string;
    app?: Pick<Release, 'dependencies' | 'devDependencies' | 'optionalDependencies'>;
  };
  if (!app) throw new Error('Run this with the packed frame: npm run pack:frame packs it.');
  return { version, template: frameFile('template'), ...app };
}

const isApp = () => existsSync(join(folder, 'server/app.ts')) || existsSync(join(folder, RECORD_FILE));

/** Renames keys and imports in the app's files. Returns the changed ones. */
async function renameInFiles(): Promise<string[]> {
  const { renameKeys } = await import('./upgrade/renameKeys.ts');
  const files = ['src', 'server', 'tests'].flatMap((part) =>
    existsSync(join(folder, part))
      ? readdirSync(join(folder, part), { recursive: true, encoding: 'utf8' }).map((file) => `${part}/${file}`)
      : [],
  );
  return files.filter((file) => {
    if (!/\.tsx?$/.test(file)) return false;
    const path = join(folder, file);
    const code = readFileSync(path, 'utf8');
    const renamed = renameKeys(path, code, CONFIG_RENAMES);
    if (renamed !== code) writeFileSync(path, renamed);
    return renamed !== code;
  });
}

function report({ added, replaced, changed }: Outcome, renamed: readonly string[]): void {
  const tell = (title: string, files: readonly string[]) => {
    if (files.length > 0) console.log(`${title}:\n${files.map((file) => `  ${file}`).join('\n')}`);
  };
  tell('Added', added);
  tell('Replaced', replaced);
  tell('Keys renamed', renamed);
  tell('Changed by this app, so the new version stands beside as .new: compare, then delete it', changed);
  if ([added, replaced, renamed, changed].every((files) => files.length === 0)) console.log('Nothing to do.');
}

const [command] = process.argv.slice(2);
if (command === 'init') {
  if (isApp()) {
    console.error('This folder has an app already: npx portal-frame upgrade brings it to this version.');
    process.exit(1);
  }
  report(applyTemplate(folder, readRelease()), []);
  console.log('Next: npm install, then npm start. CHANGELOG.md and docs are in node_modules/portal-frame.');
} else if (command === 'upgrade') {
  if (!isApp()) {
    console.error('There is no server/app.ts in this folder: npx portal-frame init makes an app of it.');
    process.exit(1);
  }
  const outcome = applyTemplate(folder, readRelease());
  report(outcome, [...new Set([...(await renameInFiles()), ...nameRoles(folder)])]);
  console.log(
    'Next: npm install, npm run plan and npm test. node_modules/portal-frame/CHANGELOG.md names what changed.',
  );
} else {
  console.error('Use: npx portal-frame init | upgrade');
  process.exit(2);
}
