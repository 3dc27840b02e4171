import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../scripts/lib/root.ts';

/** Like `npm install`, with this project's packages and the packed frame of the folder. */
export function installPacked(folder: string, packed = globSync('*.tgz', { cwd: folder })[0] ?? ''): void {
  const packages = join(folder, 'node_modules');
  const own = join(packages, 'portal-frame');
  rmSync(packages, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  for (const name of readdirSync(fromRoot('node_modules')).filter((one) => one !== 'portal-frame'))
    symlinkSync(fromRoot('node_modules', name), join(packages, name));
  execFileSync('tar', ['-xzf', join(folder, packed), '-C', own, '--strip-components', '1']);
  // Stops its commands from installing again.
  writeFileSync(join(folder, 'package-lock.json'), '{ "packages": {} }');
}
