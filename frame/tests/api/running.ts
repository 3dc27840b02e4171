import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a file in a process of its own and collects its output. */
export function runFile(
  file: string,
  words: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>,
) {
  const child = spawn(process.execPath, [file, ...words], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += chunk));
  child.stderr.on('data', (chunk) => (said.err += chunk));
  return { child, said, end: once(child, 'close').then(([code]) => ({ code: code as number | null, ...said })) };
}

export const linesOf = (text: string): string[] => text.split('\n').filter(Boolean);
