import { existsSync, globSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { FOUND, SIDES, TOOLS } from './rooms.ts';
import { fileOfEntry, type Import, importsOf } from './source.ts';

/** Known imports against the direction. An entry without such an import fails too. */
const EXCEPTIONS: string[] = [];

const rooms = [...new Set([...SIDES.flat(), ...TOOLS])];

const roomOf = (path: string) =>
  rooms
    .filter((room) => path === room || path.startsWith(`${room}/`))
    .toSorted((one, other) => other.length - one.length)[0];

/** Returns the imported file below the project; undefined for a package. */
function targetOf({ file, names }: Import): string | undefined {
  const path = names.split('?')[0] ?? '';
  if (path.startsWith('/')) return path.slice(1);
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  if (!/^portal-frame(\/|$)/.test(path)) return undefined;
  return fileOfEntry(path) ?? posix.join('frame', path);
}

/** Installed packages and the template of a new app belong to no room. */
const isOurs = (file: string) => !/node_modules|^frame\/template\/|^(features|frame\/plugins)\/\w+\/tests\//.test(file);
const FILES = '{frame,src,server,features}/**/*.{ts,tsx}';
const imports = importsOf(FILES).filter(({ file }) => isOurs(file));

const isAbove = (order: readonly string[], from: string, to: string) =>
  order.includes(to) && order.indexOf(to) <= order.indexOf(from);
/** True if a room may import another: it stands above it on one side. Tools may import the whole frame. */
const mayImport = (from: string, to: string) =>
  TOOLS.includes(from)
    ? isAbove(TOOLS, from, to) || (!TOOLS.includes(to) && to.startsWith('frame/'))
    : SIDES.some((side) => isAbove(side, from, to));

test('lists every folder and file of frame, src and server in the order of rooms', () => {
  const files = globSync(FILES).filter(isOurs);
  // A room that contains other rooms owns only its direct files, so a new folder needs a place in the order.
  const isOwn = (file: string, room: string) =>
    rooms.every((one) => !one.startsWith(`${room}/`)) || posix.dirname(file) === room;
  const placed = (file: string, room = roomOf(file)) => room !== undefined && (file === room || isOwn(file, room));
  expect(files.filter((file) => !placed(file))).toEqual([]);
  expect(rooms.filter((room) => !existsSync(room) && !FOUND.includes(room))).toEqual([]);
});

test('lets a room import only itself and the rooms below it', () => {
  const wrong = imports.flatMap((one) => {
    const { file, line, names, found } = one;
    const target = targetOf(one);
    const from = roomOf(file);
    // The frame finds files of the app by path without naming them.
    if (!target || !from || (found && names.startsWith('/src/'))) return [];
    const to = roomOf(target);
    return to && mayImport(from, to)
      ? []
      : [{ arrow: `${file} -> ${target}`, text: `${file}:${line} imports ${target}` }];
  });
  expect(wrong.filter(({ arrow }) => !EXCEPTIONS.includes(arrow)).map(({ text }) => text)).toEqual([]);
  const arrows = wrong.map(({ arrow }) => arrow);
  expect(EXCEPTIONS.filter((arrow) => !arrows.includes(arrow))).toEqual([]);
});

test('keeps React, MUI and the server out of frame/index.ts', () => {
  const reached = new Set(['frame/index.ts']);
  const packages = new Set<string>();
  for (const file of reached)
    for (const one of imports.filter((each) => each.file === file && !each.typeOnly && !each.found)) {
      const target = targetOf(one);
      if (target) reached.add(target);
      else packages.add(one.names);
    }
  expect(reached.size).toBeGreaterThan(20);
  expect([...reached].filter((file) => roomOf(file)?.startsWith('frame/server'))).toEqual([]);
  expect([...packages].filter((name) => /^(react|@mui|ra-|@emotion|fastify|kysely)/.test(name))).toEqual([]);
});

test('names every room of the frame in docs/architecture.md', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  const folders = rooms.filter((room) => /^frame\/[\w/]+$/.test(room) && room !== 'frame/server');
  expect(folders.filter((room) => !text.includes(`\`${room.replace(/^frame\/(server\/)?/, '')}\``))).toEqual([]);
});

test('has no import cycle, not even of types', () => {
  const left = new Map(imports.map(({ file }) => [file, new Set<string>()]));
  // Files of the app that the frame finds by path import screens lazily.
  for (const one of imports.filter(({ found, names }) => !(found && names.startsWith('/src/')))) {
    const target = targetOf(one);
    if (target && target !== one.file) left.get(one.file)?.add(target);
  }
  // Removes files that import nothing that is left. A cycle stays.
  for (let before = -1; before !== left.size; ) {
    before = left.size;
    for (const [file, targets] of left) if (![...targets].some((target) => left.has(target))) left.delete(file);
  }
  expect([...left.keys()]).toEqual([]);
});

test('imports what runs from packages that `npm start` installs', () => {
  const [portal, frame] = ['package.json', 'frame/package.json'].map((path) => JSON.parse(readFileSync(path, 'utf8')));
  const installed = { ...portal.dependencies, ...frame.dependencies, ...frame.optionalPackages };
  const isTool = (file: string) => /^frame\/(tests|testing|entries\/internal|commands\/test|testing\.ts)/.test(file);
  const wrong = imports
    .filter(({ file, typeOnly, names }) => !typeOnly && !isTool(file) && /^[@a-z]/.test(names))
    .map(({ file, names }) => ({
      file,
      name: names
        .split('/')
        .slice(0, names.startsWith('@') ? 2 : 1)
        .join('/'),
    }))
    .filter(({ name }) => !(name in installed) && !isBuiltin(name));
  expect(wrong).toEqual([]);
  // One version of each, wherever it is named.
  const versions = { ...portal.devDependencies, ...portal.dependencies };
  expect(Object.entries(installed).filter(([name, version]) => (versions[name] ?? version) !== version)).toEqual([]);
});
