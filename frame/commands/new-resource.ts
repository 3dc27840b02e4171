// npm run new:resource -- supplies name:text! quantity:number: writes src/resources/supplies.ts and its test.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { appFile } from '../build/paths.ts';
import { ConfigError } from '../config/configError.ts';
import type { ServerParts } from '../server/parts.ts';
import { loadResources } from '../server/records/schema/loadResources.ts';
import { planCollections } from '../server/records/tables/planCollections.ts';
import { loadApp } from './loadApp.ts';
import { createResourceFiles, UsageError } from './resourceTemplate.ts';

/** Validates the draft as a start does. Throws a ConfigError. */
async function check(app: ServerParts, file: string, config: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-resource-'));
  try {
    const draft = join(folder, 'draft.ts');
    writeFileSync(draft, config.replace("'portal-frame'", `'${import.meta.resolve('portal-frame')}'`));
    const { default: resource } = (await import(pathToFileURL(draft).href)) as { default: unknown };
    planCollections(await loadResources(app, undefined, { [file]: resource }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [name, ...fields] = process.argv.slice(2);
const app = await loadApp();
try {
  const { config, test, appTest } = createResourceFiles(name, fields, await loadResources(app), app.roles);
  const file = `src/resources/${name}.ts`;
  // Apps have no shared collection test.
  const hasCollectionTest = existsSync(appFile('tests/api/collectionTest.ts'));
  const testFile = `tests/${hasCollectionTest ? 'api/' : ''}${name}.test.ts`;
  const files = { [file]: config, [testFile]: hasCollectionTest ? test : appTest };
  for (const one of Object.keys(files)) {
    if (existsSync(appFile(one))) throw new UsageError(`${one} is there already.`);
  }
  await check(app, file, config);
  for (const [one, content] of Object.entries(files)) {
    mkdirSync(dirname(appFile(one)), { recursive: true });
    writeFileSync(appFile(one), content);
  }
  const biome = appFile('node_modules/@biomejs/biome/bin/biome');
  if (existsSync(biome)) spawnSync(process.execPath, [biome, 'check', '--write', ...Object.keys(files)]);
  console.log(`Written: ${Object.keys(files).join(', ')}. Start with npm run dev, and change the file as you like.`);
} catch (cause) {
  if (!(cause instanceof UsageError || cause instanceof ConfigError)) throw cause;
  console.error(cause instanceof ConfigError ? `Nothing was written. ${cause.message}` : cause.message);
  process.exit(1);
}
