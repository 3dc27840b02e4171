import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';
import { copyTree } from '../tree.ts';

const PARTS = [
  'src',
  'server',
  'scripts',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
];

export function place(tree: string, fixture: string, file: string, change = (code: string) => code): void {
  const code = readFileSync(fromRoot('tests/fixtures', fixture), 'utf8').replaceAll('../../src', '../');
  writeFileSync(join(tree, file), change(code));
}

/** Copies the project, adds what `add` writes, and builds it. The caller removes the copy. */
export function buildTree(name: string, add: (tree: string) => void): string {
  const tree = copyTree(name, PARTS);
  add(tree);
  // Skips the slow compression, which these tests do not need.
  const config = readFileSync(fromRoot('frame/build/compress.ts'), 'utf8');
  const packedSoon = config.replace('[constants.BROTLI_PARAM_QUALITY]: 11', '[constants.BROTLI_PARAM_QUALITY]: 1');
  expect(packedSoon).not.toBe(config);
  writeFileSync(join(tree, 'frame/build/compress.ts'), packedSoon);
  execFileSync(process.execPath, [fromRoot('node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: tree,
  });
  return tree;
}
