import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunOptions, run } from '../../frame/build/run.ts';

/** Runs a program, passes signals on to it, and writes the CPU times of it and its children to the file. */
const SHELL_SCRIPT = `file=$1; shift; "$@" & child=$!
trap 'kill $child' INT TERM HUP
wait $child; code=$?; times > "$file"; exit $code`;

/** Sum of the seconds that a POSIX shell's `times` prints: user and system, its own and its children's. */
export const sumTimes = (output: string): number =>
  [...output.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  );

/** Like `run`, and counts the CPU seconds of the program and its children. On Windows it counts none. */
export async function runCounted(command: string, args: readonly string[], options?: RunOptions) {
  if (process.platform === 'win32') return { ...(await run(command, args, options)), cpu: 0 };
  const file = join(mkdtempSync(join(tmpdir(), 'cpu-')), 'times');
  const result = await run('/bin/sh', ['-c', SHELL_SCRIPT, 'sh', file, command, ...args], options);
  return { ...result, cpu: existsSync(file) ? sumTimes(readFileSync(file, 'utf8')) : 0 };
}
