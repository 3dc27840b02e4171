import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromRoot } from '../scripts/lib/root.ts';

/**
 * A copy of these parts of the project in a folder of its own, to be changed as a developer would and run from there;
 * the caller removes it. Its packages are the project's, but for the frame, which is the copy's own.
 */
export function copyTree(name: string, parts: readonly string[], within = tmpdir()): string {
  const tree = mkdtempSync(join(within, `portal-${name}-`));
  // The list of plug-ins in `server` imports them.
  const all = ['frame', ...parts, ...(parts.includes('server') ? ['features', 'examples'] : [])];
  for (const part of all) cpSync(fromRoot(part), join(tree, part), { recursive: true });
  mkdirSync(join(tree, 'node_modules'));
  // Caches of Vite and TypeScript belong to one project's code.
  const others = ['portal-frame', '.vite', '.vite-temp', '.tmp'];
  for (const one of readdirSync(fromRoot('node_modules')).filter((entry) => !others.includes(entry)))
    symlinkSync(fromRoot('node_modules', one), join(tree, 'node_modules', one));
  symlinkSync(join('..', 'frame'), join(tree, 'node_modules', 'portal-frame'));
  return tree;
}
