// npm run client -- ../their/portalClient.ts --role branch: writes a client with the types of the collections.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { appFile } from '../build/paths.ts';
import { loadResources } from '../server/records/schema/loadResources.ts';
import type { Role } from '../wire/roles.ts';
import { renderClientTypes } from './clientTypes.ts';
import { loadApp } from './loadApp.ts';

const app = await loadApp();

const options = { role: { type: 'string' } } as const;
const { positionals, values } = parseArgs({ allowPositionals: true, options });
const [file] = positionals;
const isRole = (name: string | undefined): name is Role | undefined =>
  name === undefined || app.roles.names.includes(name as Role);

if (!file?.endsWith('.ts') || !isRole(values.role)) {
  console.error(
    isRole(values.role)
      ? 'Say where: npm run client -- ../their/portalClient.ts'
      : `There is no role "${values.role}". The roles are: ${app.roles.names.join(', ')}.`,
  );
  process.exit(1);
}
const source = readFileSync(new URL('../client/portalClient.ts', import.meta.url), 'utf8');
const types = renderClientTypes(await loadResources(app), app.roles.names, values.role);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `// Written by \`npm run client\`. Do not edit.\n${source}\n${types}`);
const biome = appFile('node_modules/@biomejs/biome/bin/biome');
if (existsSync(biome)) spawnSync(process.execPath, [biome, 'format', '--write', file]);
console.log(`Written: ${file}. Use createClient<PortalCollections>({ url, key }) of this file.`);
