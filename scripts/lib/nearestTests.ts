import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fromRoot } from './root.ts';

const IS_TEST = /\.test\.tsx?$/;
/** Commits of a file to read. */
const MAX_COMMITS = 60;

const git = (...args: string[]): string[] =>
  execFileSync('git', args, {
    cwd: fromRoot(),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 2 ** 28,
  }).split('\n');
const tryGit = (...args: string[]): string[] => {
  try {
    return git(...args);
  } catch {
    return [];
  }
};

/** Files that differ from the last commit shared with main, uncommitted and new ones included. */
export function findChangedFiles(): string[] {
  const [base = ''] = tryGit('merge-base', 'HEAD', 'main');
  const changed = git('diff', '--name-only', '--diff-filter=d', base || 'HEAD');
  const added = git('ls-files', '--others', '--exclude-standard');
  return [...new Set([...changed, ...added])].filter((file) => file !== '');
}

/** Files of each commit that changed a file, under former names too; for a new file, its folder. */
function findCommits(file: string): string[][] {
  const log = ['log', '--format=%H', `--max-count=${MAX_COMMITS}`];
  const own = tryGit(...log, '--follow', '--', file).filter(Boolean);
  const hashes = own.length > 0 ? own : tryGit(...log, '--', dirname(file)).filter(Boolean);
  if (hashes.length === 0) return [];
  const lines = tryGit('show', '--no-renames', '--name-only', '--format=%x00', ...hashes).join('\n');
  return lines.split('\0').map((commit) => commit.split('\n').filter(Boolean));
}

/**
 * Ranks tests by how close they are to changed files. Tests that import a file are closest, then tests that were
 * changed in the same small commits. Import graphs do not help: each API test starts the whole server. No API test runs
 * a component.
 */
export function rankTests(
  changed: readonly string[],
  tests: readonly { path: string; code: string }[],
  commitsOf: (file: string) => readonly (readonly string[])[],
): string[] {
  const scores = new Map<string, number>();
  const add = (path: string, score: number) => scores.set(path, (scores.get(path) ?? 0) + score);
  // Tests are often moved, and keep their names.
  const byName = new Map(tests.map(({ path }) => [basename(path), path]));
  for (const file of changed) {
    if (IS_TEST.test(file)) add(file, Number.MAX_SAFE_INTEGER);
    for (const { path, code } of tests) if (code.includes(`/${basename(file)}'`)) add(path, 1);
    for (const commit of commitsOf(file))
      for (const other of commit.filter((one) => IS_TEST.test(one))) {
        const path = byName.get(basename(other));
        if (path) add(path, 1 / commit.length);
      }
  }
  const isNear = changed.some((file) => !file.endsWith('.tsx'))
    ? () => true
    : (path: string) => !/\/api\/|^(features|examples).*\.ts$/.test(path);
  return [...scores.keys()].filter(isNear).toSorted((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0));
}

/** The tests of `npm test` that are closest to changed files, `most` and all changed ones. */
export function findNearestTests(changed: readonly string[], most: number): string[] {
  const paths = globSync(
    [
      '{frame/tests,tests}/{unit,portal,api}/*.test.{ts,tsx}',
      '{features/*,frame/plugins/*,examples/plugin-*}/tests/*.test.{ts,tsx}',
    ],
    {
      cwd: fromRoot(),
    },
  );
  const tests = paths
    .filter((path) => changed.includes(path) || !path.includes('.nightly.'))
    .map((path) => ({ path, code: readFileSync(fromRoot(path), 'utf8') }));
  const own = tests.map(({ path }) => path).filter((path) => changed.includes(path));
  const ranked = rankTests(changed, tests, findCommits).filter((path) => !own.includes(path));
  return [...own, ...ranked.slice(0, most)];
}
