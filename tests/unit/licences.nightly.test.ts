import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Component, findLicenceErrors } from '../../scripts/lib/licences.ts';

const one = (name: string, ...licenses: NonNullable<Component['licenses']>): Component => ({
  name,
  version: '1.0.0',
  ...(licenses.length > 0 && { licenses }),
});

test('accepts only allowed licences, by name or by choice', () => {
  const good = [
    one('a', { license: { id: 'MIT' } }),
    one('b', { expression: '(GPL-3.0-only OR MIT)' }),
    one('@img/sharp-win32-x64', { expression: 'Apache-2.0 AND LGPL-3.0-or-later' }),
    one('css-mediaquery'),
  ];
  expect(findLicenceErrors(good)).toEqual([]);
  const bad = [
    one('c', { license: { id: 'GPL-3.0-only' } }),
    one('d'),
    one('e', { expression: 'MIT AND LGPL-3.0-or-later' }),
    one('f', { license: { name: 'SEE LICENSE IN file' } }),
  ];
  expect(findLicenceErrors(bad)).toEqual([
    'c 1.0.0: GPL-3.0-only is not allowed',
    'd 1.0.0: its licence is unknown',
    'e 1.0.0: MIT AND LGPL-3.0-or-later is not allowed',
    'f 1.0.0: SEE LICENSE IN file is not allowed',
  ]);
});

test.each([[], ['--production']])('lists the packages of this project, all with allowed licences (%s)', (...words) => {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'list.json');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/sbom.ts', file, ...words], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const { metadata, components } = JSON.parse(readFileSync(file, 'utf8'));
  expect(metadata.component.name).toBe('mobile-phlebotomy-portal');
  expect(components.map(({ name }: Component) => name)).toContain('portal-frame');
  const unknown = components.filter(({ licenses = [] }: Component) => licenses.length === 0);
  expect(unknown.map(({ name }: Component) => name)).toEqual([]);
});

interface Locked {
  integrity?: string;
  hasInstallScript?: boolean;
  dev?: boolean;
  optional?: boolean;
  /** Part of another package's archive. */
  inBundle?: boolean;
}
const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

// The registry may not list tools for other platforms.
test('locks every package by its hash and runs no install script that downloads', () => {
  // The frame is a workspace, not an external package.
  const own = ['', 'frame', 'node_modules/portal-frame'];
  const packages = Object.entries(lock.packages).filter(([path, { inBundle }]) => !own.includes(path) && !inBundle);
  const running = packages.filter(([, { dev, optional }]) => !(dev && optional));
  expect(running.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  const { allowScripts } = JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'));
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(scripted.map((path) => allowScripts[path.replace(/^.*node_modules\//, '')] ?? path)).not.toContain(true);
  expect(Object.values(allowScripts)).not.toContain(true);
});
