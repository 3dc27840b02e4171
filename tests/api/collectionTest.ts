import { sql } from 'kysely';
import { type AnyResource, type Field, mayDo } from 'portal-frame';
import { computeFields, isSystemField, type Storage } from 'portal-frame/internal';
import { loadResources } from 'portal-frame/internal/server';
import { getPageRoles } from 'portal-frame/roles';
import { isFullSize } from 'portal-frame/testing/size';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROLES, type Role } from '../roles.ts';
import { type Person, startServer, type TestServer } from './harness.ts';
import { expectNoWebhookLeak } from './keys.ts';
import { expectNoLeak, READERS } from './leaks.ts';
import { pdf, photo } from './samples.ts';
import { clientOf } from './supplies.ts';
import { visitsOf } from './visits.ts';

type Values = Record<string, unknown>;
type Options = Field & {
  choices?: readonly string[];
  to?: string;
  value?: string;
  min?: number;
  max?: number;
  most?: number;
};

/** Two values of each kind; a kind of one's own has those of its storage, unless it is named here. */
const KINDS: Record<string, [unknown, unknown]> = {
  email: ['sample@example.test', 'other@example.test'],
  phone: ['+12155550100', '+12155550101'],
  address: ['12 Elm Street', '14 Elm Street'],
  date: ['2026-05-01', '2026-06-01'],
  dateTime: ['2026-05-01T12:00:00.000Z', '2026-06-01T12:30:00.000Z'],
  loinc: ['1558-6', '718-7'],
  timings: [[{ day: 'Monday', start: '09:00', end: '17:00' }], [{ day: 'Tuesday', start: '10:00', end: '12:00' }]],
};
const STORED: Record<Exclude<Storage, 'json' | 'file' | 'files' | 'links' | 'children'>, [unknown, unknown]> = {
  text: ['Sample', 'Another'],
  integer: [7, 8],
  real: [7, 8],
  cents: [12.5, 13.75],
  mills: [12.5, 13.75],
  flag: [true, false],
  moment: ['2026-05-01T12:00:00.000Z', '2026-06-01T12:30:00.000Z'],
};

let visits = 0;
let made = 0;

/** Gives a record that can be referred to: one of the people, an appointment, or a new record of a collection. */
async function referred(
  server: TestServer,
  field: Options,
  round: 0 | 1,
  all: readonly AnyResource[],
): Promise<unknown> {
  const employee = server.ids[round === 0 ? 'employee' : 'employee2'];
  const laboratory = round === 0 ? 'laboratory' : 'laboratory2';
  if (field.to === 'employees') {
    if (field.value !== 'employeeId') return employee;
    const row = server.services.db.selectFrom('accounts').select('employee_code').where('id', '=', employee);
    return (await row.executeTakeFirstOrThrow()).employee_code;
  }
  if (field.to === 'laboratories') return server.ids[laboratory];
  const target = all.find(({ name, api }) => name === field.to && !api);
  if (target) {
    const { body } = await clientOf(server, 'admin', target.name).create(await sampleOf(server, target, round, all));
    return body[field.value ?? 'id'];
  }
  const { add, assign } = visitsOf(server);
  const id = await add({ patientName: `Patient ${++visits}` }, laboratory);
  await assign(id, round === 0 ? 'employee' : 'employee2');
  return id;
}

/** A record that the resource's config accepts; `round` 0 and 1 give two that differ where they can. */
export async function sampleOf(
  server: TestServer,
  resource: AnyResource,
  round: 0 | 1,
  all: readonly AnyResource[],
): Promise<Values> {
  const values: Values = {};
  const sentFor = async (field: string, file: File) =>
    (await clientOf(server, 'admin', resource.name).upload('/files', { [field]: [file] })).body[field];
  for (const [name, field] of Object.entries(resource.fields) as [string, Options][]) {
    if (field.readOnly || isSystemField(name, field) || field.kind.storage === 'children') continue;
    const { kind } = field;
    if (kind.name === 'references') values[name] = [await referred(server, field, round, all)];
    else if (kind.name === 'reference') values[name] = await referred(server, field, round, all);
    else if (kind.name === 'choice') values[name] = field.choices?.[round % field.choices.length];
    else if (kind.storage === 'file') [values[name]] = await sentFor(name, await photo());
    else if (kind.storage === 'files') values[name] = await sentFor(name, pdf('sample'));
    else if (field.max !== undefined && field.max < 8) values[name] = field.max - round;
    else values[name] = (KINDS[kind.name] ?? STORED[kind.storage as keyof typeof STORED])?.[round];
    if (field.unique && kind.name === 'text') values[name] = `${++made} ${values[name]}`.slice(0, field.most);
  }
  // A record has no value of a field whose condition does not hold.
  const kept = computeFields(resource, values);
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => kept[name] !== null || value === null));
}

/** Addresses of files are signed anew in every reply. */
const plain = (resource: AnyResource, record: Values): Values =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => !resource.fields[name]?.kind.storage.startsWith('file')),
  );

/** `npm test` tries some people only. */
const SOME_READERS = isFullSize ? READERS : (['employee', 'laboratory'] as const);

const signedIn: Record<Role, Person> = { admin: 'admin', employee: 'employee', laboratory: 'laboratory' };

/**
 * Tests the generated calls of a collection. An admin adds, finds, changes and deletes a record. An older version and
 * accounts without rights are refused. No call gives anybody a record or field beyond their rights. `others` are
 * configs that it refers to and that are not in src/resources.
 */
export function testCollection(config: unknown, others: readonly unknown[] = []): void {
  const resource = config as AnyResource;
  const { name } = resource;
  let server: TestServer;
  let all: AnyResource[];
  beforeAll(async () => {
    const more = [...(others as AnyResource[]).filter((one) => one.name !== name), resource];
    const loaded = await loadResources({ roles: getPageRoles() });
    // In the order of the folder, so that servers of several tests share a template (syncedTemplates.ts).
    const added = more.filter((one) => !loaded.some(({ name }) => one.name === name));
    all = [...loaded.map((one) => more.find(({ name }) => one.name === name) ?? one), ...added];
    server = await startServer({}, { resources: all });
  });
  afterAll(() => server.close());

  test.runIf(['create', 'list', 'edit', 'delete'].every((right) => mayDo(resource, 'admin', right)))(
    `${name}: adds, finds, changes and deletes a record`,
    async () => {
      const admin = clientOf(server, 'admin', name);
      const before = (await admin.list()).body.length;
      const record = await sampleOf(server, resource, 0, all);
      const other = await sampleOf(server, resource, 1, all);
      const added = await admin.create(record);
      expect(added.body).toMatchObject(plain(resource, record));
      const { id, version } = added.body;
      expect((await admin.list()).body).toHaveLength(before + 1);
      const changed = await admin.update(id, { ...other, version });
      expect(changed.body).toMatchObject(plain(resource, other));
      // An update without changes is no change.
      if (changed.body.version > version) expect((await admin.update(id, { ...record, version })).http).toBe(409);
      await admin.remove(id);
      expect((await admin.list()).body).toHaveLength(before);
    },
  );

  test.each(ROLES)(`${name}: gives %s a list only with the right to it`, async (role) => {
    const { http } = await clientOf(server, signedIn[role], name).list();
    expect(http).toBe(mayDo(resource, role, 'list') ? 200 : 403);
  });

  test.runIf(mayDo(resource, 'admin', 'create'))(
    `${name}: shows nobody hidden records, their number, or hidden fields, in any call`,
    async () => {
      for (const round of [0, 1] as const) {
        const { http, body } = await clientOf(server, 'admin', name).create(
          await sampleOf(server, resource, round, all),
        );
        expect([http, body.data?.errors]).toEqual([201, undefined]);
      }
      const collection = server.services.collections.find((one) => one.resource.name === name);
      if (!collection) throw new Error(`${name} is not kept`);
      const rows = await sql<{ id: string }>`select id from ${sql.table(collection.table)}`.execute(server.services.db);
      const ids = rows.rows.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(1);
      for (const person of SOME_READERS) await expectNoLeak(server, collection, ids, person);
      for (const person of SOME_READERS) await expectNoWebhookLeak(server, collection, ids, person);
      if (!collection.trash) return;
      // Half of them deleted: for everything but the bin they are gone.
      const [kept = '', ...deleted] = ids;
      for (const id of deleted) await clientOf(server, 'admin', name).remove(id);
      for (const person of SOME_READERS) await expectNoLeak(server, collection, [kept], person);
    },
  );

  test(`${name}: refuses a list without a session`, async () => {
    expect((await clientOf(server, undefined, name).list()).http).toBe(401);
  });
}
