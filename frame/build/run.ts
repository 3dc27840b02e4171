import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { appFolder } from '../server/base/appFolder.ts';

// Children end with this process.
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill();
});

export interface RunOptions {
  env?: Record<string, string | undefined>;
  /** Returns the output instead of printing it. */
  quiet?: boolean;
}

/** Runs a program in the app's folder. `code` is null if it did not start or was killed. */
export function run(command: string, args: readonly string[], { env, quiet }: RunOptions = {}) {
  const output = quiet ? 'pipe' : 'inherit';
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(command, args, {
      cwd: appFolder,
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    });
    running.add(child);
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk) => chunks.push(chunk));
    child.stderr?.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(chunks).toString() });
    });
  });
}

export function findProgram(program: string): string | undefined {
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

export const canInstallPackages = (): boolean => process.getuid?.() === 0 && findProgram('apt-get') !== undefined;

/** Installs Debian packages; returns the last line of a failure. */
export async function installPackages(...names: string[]): Promise<string | undefined> {
  const options = { quiet: true, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await run('apt-get', ['update'], options);
  const { code, output } = await run('apt-get', ['install', '-y', '--no-install-recommends', ...names], options);
  return code === 0 ? undefined : output.trim().split('\n').at(-1);
}
