import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';

/** A command that builds the portal shares the machine with other stages. */
const START_TIMEOUT_MS = 180_000;

export function sectionOf(page: string, heading: string): string {
  const [, rest = ''] = readFileSync(fromRoot(page), 'utf8').split(`\n## ${heading}\n`);
  if (!rest) throw new Error(`${page} has no section "${heading}".`);
  return rest.split(/\n##? /)[0] ?? '';
}

export function blockOf(text: string, language: string): string[] {
  const block = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\\n\`\`\``).exec(text)?.[1];
  if (!block) throw new Error(`There is no block of ${language}.`);
  return block.split('\n');
}

const FILE =
  /(?:`((?:src|server)\/[\w./-]+)`[^`\n]*:\n\n)?<!-- (?:code: \S*?([^/\s]+) in (\S+)|copied: \S+) -->\n```\w+\n([\s\S]*?)\n```/g;

/** Reads the code blocks of a page with their file paths, given by the line before or inside the block. */
export const filesIn = (page: string): [path: string, code: string][] =>
  [...readFileSync(fromRoot(page), 'utf8').matchAll(FILE)].map(([, path, name, folder, code = '']) => [
    path ?? `${folder}/${name}`,
    code,
  ]);

export interface Running {
  child: ChildProcess;
  said(): string;
  /** Waits for output that matches. Throws the output if the command ends first or takes too long. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  stop(): Promise<void>;
}

/** Starts a documented command in a shell. */
export function begin(command: string, cwd: string, env: Record<string, string> = {}): Running {
  const { NODE_ENV: _, VITEST: __, TEST_TEMPLATE: ___, DEMO_DATA: ____, ...own } = process.env;
  // A process group, so that all its processes can be ended.
  const child = spawn('sh', ['-c', command], { cwd, env: { ...own, ...env }, detached: true, stdio: 'pipe' });
  let text = '';
  let ended = false;
  const closed = once(child, 'close').then(() => {
    ended = true;
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const said = () => stripVTControlCharacters(text);
  return {
    child,
    said,
    async says(pattern) {
      const late = AbortSignal.timeout(START_TIMEOUT_MS);
      for (;;) {
        const found = pattern.exec(said());
        if (found) return found;
        if (ended) throw new Error(`${command} ended without ${pattern}:\n${said()}`);
        if (late.aborted) throw new Error(`${command} did not say ${pattern}:\n${said()}`);
        const heard = new AbortController();
        const { signal } = heard;
        const waits = [once(child.stdout, 'data', { signal }), once(child.stderr, 'data', { signal })];
        waits.push(once(late, 'abort', { signal }));
        await Promise.race([...waits, closed]);
        heard.abort();
        await Promise.allSettled(waits);
      }
    },
    async stop() {
      if (!ended) process.kill(-(child.pid as number), 'SIGTERM');
      await closed;
    },
  };
}

export async function expectEndBySignal({ child }: Running, url: string): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  const answers = () => fetch(url).then(Boolean, () => false);
  await expect.poll(answers).toBe(false);
  // The server keeps the output open until its process ends.
  await closed;
}

export async function done(command: string, cwd: string, env?: Record<string, string>): Promise<string> {
  const running = begin(command, cwd, env);
  const [code] = await once(running.child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${running.said()}`);
  return running.said();
}
