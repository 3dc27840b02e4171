import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copyTree } from '../tree.ts';

test('names only the mistakes of a config that stops the build, without a stack', () => {
  const tree = copyTree('broken', ['src', 'server', 'index.html', 'vite.config.ts', 'package.json']);
  onTestFinished(() => rmSync(tree, { recursive: true }));
  const config = `export default { name: 'notes', icon: 'inventory', fields: {}, list: { columns: ['titel'] }, roles: {} };`;
  writeFileSync(join(tree, 'src/resources/notes.ts'), config);
  const { stderr, status } = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build'], {
    cwd: tree,
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining('src/resources/notes.ts: list.columns.0: found "titel"'),
  ]);
  expect(stderr).not.toMatch(/^ +at /m);
});
