import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Role } from 'portal-frame';
import { appFolder, type Command } from 'portal-frame/server';
import { loadResources } from 'portal-frame/server/plugins';
import { CommandError } from 'portal-frame/server/storage';
import { renderClientTypes } from '../clientTypes.ts';

/** npm run client -- ../their/portalClient.ts --role branch: writes a client with the types of the collections. */
const client: Command = async ({ app }, args) => {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { role: { type: 'string' } },
  });
  const [file] = positionals;
  const { names } = app.roles;
  const isRole = (name: string | undefined): name is Role | undefined =>
    name === undefined || names.includes(name as Role);
  if (!isRole(values.role))
    throw new CommandError(`There is no role "${values.role}". The roles are: ${names.join(', ')}.`);
  if (!file?.endsWith('.ts')) throw new CommandError('Say where: npm run client -- ../their/portalClient.ts');
  const source = readFileSync(new URL('../../client/portalClient.ts', import.meta.url), 'utf8');
  const types = renderClientTypes(await loadResources(app), names, values.role);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `// Written by \`npm run client\`. Do not edit.\n${source}\n${types}`);
  const biome = join(appFolder, 'node_modules/@biomejs/biome/bin/biome');
  if (existsSync(biome)) spawnSync(process.execPath, [biome, 'format', '--write', file]);
  return `Written: ${file}. Use createClient<PortalCollections>({ url, key }) of this file.`;
};
export default client;
