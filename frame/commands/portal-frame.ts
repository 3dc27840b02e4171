#!/usr/bin/env node
// npx portal-frame init: makes an app of the current folder. npx portal-frame upgrade: brings an app to this version.
// Runs on the machine's Node, which may be version 20.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frameFile } from '../build/paths.ts';
import { applyTemplate, type Outcome, RECORD_FILE, type Release } from './upgrade/applyTemplate.ts';

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

function report({ added, replaced, changed }: Outcome): void {
  const tell = (title: string, files: readonly string[]) => {
    if (files.length > 0) console.log(`${title}:\n${files.map((file) => `  ${file}`).join('\n')}`);
  };
  tell('Added', added);
  tell('Replaced', replaced);
  tell('Changed by this app, so the new version stands beside as .new: compare, then delete it', changed);
  if ([added, replaced, changed].every((files) => files.length === 0)) console.log('Nothing to do.');
}

function fail(message: string, code = 1): never {
  console.error(message);
  process.exit(code);
}

const [command] = process.argv.slice(2);
const isKnown = existsSync(join(folder, RECORD_FILE));
if (command !== 'init' && command !== 'upgrade') fail('Use: npx portal-frame init | upgrade', 2);
if (command === 'init' && (isKnown || existsSync(join(folder, 'server/app.ts'))))
  fail('This folder has an app already: npx portal-frame upgrade brings it to this version.');
if (command === 'upgrade' && !isKnown)
  fail(`There is no ${RECORD_FILE} in this folder: npx portal-frame init makes an app of an empty one.`);
try {
  report(applyTemplate(folder, readRelease()));
} catch (error) {
  fail((error as Error).message);
}
console.log(
  command === 'init'
    ? 'Next: npm install, then npm start. CHANGELOG.md and docs are in node_modules/portal-frame.'
    : 'Next: npm install, npm run plan and npm test. node_modules/portal-frame/CHANGELOG.md names what changed.',
);
