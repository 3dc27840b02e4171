import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../frame/build/run.ts';
import { fromRoot } from './root.ts';

/**
 * Installs the tools of the docs site, which neither `npm start` nor new apps need. Returns their folder.
 * Throws an Error with npm's output.
 */
export async function installDocsTools(): Promise<string> {
  const folder = fromRoot('docs/site');
  if (existsSync(join(folder, 'node_modules/vitepress'))) return folder;
  console.log('Installing the tools of the docs site ...');
  const words = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await run('npm', words, { quiet: true });
  if (code !== 0) throw new Error(`The tools of the docs site could not be installed:\n${output}`);
  return folder;
}
