import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { loadResources } from 'portal-frame/internal/server';
import { createResourceFiles, UsageError } from 'portal-frame/internal/tools';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import { fromRoot } from '../../scripts/lib/root.ts';

const resources = (await loadResources({ roles: getPageRoles() })).filter(({ api }) => api);
const make = (line: string) => {
  const [name, ...fields] = line.split(' ');
  return createResourceFiles(name, fields, resources, getPageRoles());
};

test('writes the typed fields to the file', () => {
  const { config } = make('supplies name:text! quantity:number laboratory:reference state:choice(New|Used)');
  expect(config).toContain('name: text({ required: true }),');
  expect(config).toContain('quantity: number(),');
  expect(config).toContain("laboratory: reference({ to: 'laboratories' }),");
  expect(config).toContain('state: choice({ choices: ["New", "Used"], chip: true }),');
  expect(config).toContain("label: { one: 'Supply', many: 'Supplies' }");
});

test.each([
  ['', 'Type a name and its fields'],
  ['supplies', 'Type a name and its fields'],
  ['Supplies name:text', '"Supplies" is no name for a resource'],
  ['appointments name:text', 'There is a resource "appointments" already.'],
  ['supplies name', '"name" is no field. Write name:kind'],
  ['supplies Name:text', '"Name" is no name for a field'],
  ['supplies name:txt', '"txt" is no kind of field. Did you mean "text"?'],
  ['supplies name:text name:date', 'The field "name" is there twice.'],
  ['supplies state:choice', 'state: a choice needs its values'],
  ['supplies owner:reference(employee)', 'there is no resource "employee"; did you mean "employees"?'],
  ['supplies owner:employee', '"employee" is no kind of field. Did you mean owner:reference(employees)?'],
  ['supplies zone:reference', 'there is no resource "zones". Name one of these, such as zone:reference('],
  ['supplies parts:children', 'parts: rows are records of another resource that refer to this one.'],
])('refuses "%s": %s', (line, message) => {
  expect(() => make(line)).toThrow(UsageError);
  expect(() => make(line)).toThrow(message);
});

test('gives managers access, whatever their role, and adds a server test', () => {
  const [manager] = getPageRoles().managers;
  const { config, appTest } = make('supplies name:text!');
  expect(config).toContain(`roles: {\n    ${manager}: manage,`);
  expect(appTest).toContain("from 'portal-frame/testing'");
  expect(appTest).toContain("'/collections/supplies'");
});

test('writes nothing that the start would refuse', () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [fromRoot('frame/commands/new-resource.ts'), 'foo', 'id:text'],
    {
      encoding: 'utf8',
    },
  );
  expect(status).toBe(1);
  expect(stderr).toContain('Nothing was written.');
  expect(stderr).toContain('src/resources/foo.ts: fields.id: found "id", expected a name other than');
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(fromRoot('src/resources/foo.ts'))).toBe(false);
});
