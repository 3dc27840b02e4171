import { sql } from 'kysely';
import { type AnyResource, type Field, mayDo } from 'portal-frame';
import { fillTemplate, mayRead } from 'portal-frame/internal';
import { type Collection, type CollectionRow, getAllowedRoles, toRecordValues } from 'portal-frame/internal/records';
import { getFieldLabel, getWritableFields, mayFindBy } from 'portal-frame/internal/server';
import { normalizeText, type RowError } from 'portal-frame/wire';
import { expect } from 'vitest';
import { ROLES } from '../roles.ts';
import type { TestServer } from './harness.ts';
import { sendCollectionImport } from './importing.ts';
import { type READERS, roleOf, seenIds } from './leaks.ts';

type Reader = (typeof READERS)[number];
type Values = Record<string, unknown>;

/** The reply of a dry run. */
interface ImportReport {
  ignored: string[];
  rowErrors: RowError[];
  preview: Values[];
}

/** Names that an import takes for one. */
const toMatchKey = (text: string) => normalizeText(text).replace(/\s+/g, ' ').trim();

/** Refusals of a record that would repeat unique values; a record that the person sees is named. */
const TAKEN = /^$|^This value is already in use\.$| has these values already\.$/;
/** A name of no record. */
const NOBODY = 'zz nobody zz';

/** The resource with imports for every role that may create its records. */
export function withImports(resource: AnyResource): AnyResource {
  const roles = ROLES.filter((role) => mayDo(resource, role, 'create') && resource.create);
  const granted = roles.map((role) => {
    const access = resource.roles[role] as { can: readonly string[] };
    return [role, { ...access, can: [...new Set([...access.can, 'import'])] }];
  });
  return { ...resource, roles: { ...resource.roles, ...Object.fromEntries(granted) } } as AnyResource;
}

const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');

async function tried(server: TestServer, by: Reader, name: string, table: readonly (readonly string[])[]) {
  const { http, body } = await sendCollectionImport(server, name, table.map(quoted).join('\n'), { by, dryRun: true });
  return { http, body: body as ImportReport };
}

/** Names of a reference's records in a file: for all, and for this person. */
async function namesOf(server: TestServer, { to = '', text = '', value = 'id' }: Values, person: Reader) {
  const target = server.services.collections.find(({ resource }) => resource.name === to);
  if (!target) throw new Error(`${to} is not kept`);
  const { rows } = await sql<CollectionRow>`select * from ${sql.table(target.table)}`.execute(server.services.db);
  const role = roleOf(person);
  const reads = getAllowedRoles(target.resource, ['list', 'show', 'edit'], { orAction: true }).includes(role);
  const ids = rows.map(({ id }) => String(id));
  const seen = reads ? await seenIds(server, target, ids, person) : new Set([server.ids[person]]);
  const records = rows.map((row): Values => ({ ...toRecordValues(target, row), id: row.id }));
  const called = (record: Values) => {
    const kept = String(record[String(value)] ?? '');
    return kept === '' ? [] : [String(record.id), kept, fillTemplate(String(text), record)];
  };
  /** Records that this person can see, by name and import column. */
  const known = new Map<string, Set<string>>();
  for (const record of records.filter(({ id }) => seen.has(String(id)))) {
    const open = Object.entries(record).filter(([name]) => name === 'id' || mayFindBy(target.resource, role, name));
    const mine = Object.fromEntries(open);
    if (value !== 'id' && !(String(value) in mine)) continue;
    for (const name of called(mine).map(toMatchKey))
      known.set(name, (known.get(name) ?? new Set()).add(String(record[String(value)])));
  }
  const closed = Object.keys(target.resource.fields).filter((name) => !mayFindBy(target.resource, role, name));
  return {
    all: [...new Set(records.flatMap(called))].filter((name) => name.trim() !== ''),
    known,
    closed: closed.map((name) => getFieldLabel(target.resource, name, 'en')),
    open: Object.keys(target.resource.fields)
      .filter((name) => !closed.includes(name))
      .map((name) => getFieldLabel(target.resource, name, 'en')),
  };
}

/**
 * Checks that a dry run reports an invisible record like a missing one and names no hidden field. `sample` is a valid
 * record. Returns the number of names that were tried.
 */
export async function expectNoImportLeak(
  server: TestServer,
  { resource }: Collection,
  sample: Values,
  person: Reader,
): Promise<number> {
  const role = roleOf(person);
  const { name, fields } = resource;
  if (!mayDo(resource, role, 'import')) {
    expect([403, 404]).toContain((await tried(server, person, name, [['id'], ['x']])).http);
    return 0;
  }
  const open = getWritableFields(resource, role, 'create');
  const heads = await tried(server, person, name, [[...open.keys()], [...open.keys()].map(() => 'x')]);
  const head = [...open.keys()].filter((field) => !heads.body.ignored.includes(field));
  const base = head.map((field) => [sample[field] ?? ''].flat().join('; '));
  const mine = (field: string) => field === '' || mayRead(resource, role, field) || open.has(field);
  const closed = Object.keys(fields).filter((field) => !mine(field));
  const ofOthers = ({ rowErrors, preview }: ImportReport) => [
    ...rowErrors.map(({ field }) => field).filter((field) => !mine(field)),
    ...preview.flatMap((record) => closed.filter((field) => field in record)),
  ];
  let count = 0;

  for (const [at, field] of head.entries()) {
    if (!['reference', 'references'].includes(fields[field]?.kind.name ?? '')) continue;
    const { all, known, closed: hidden, open: shown } = await namesOf(server, fields[field] as Field & Values, person);
    const rows = [NOBODY, ...all].map((cell) => base.map((own, index) => (index === at ? cell : own)));
    const { http, body } = await tried(server, person, name, [head, ...rows]);
    expect([name, person, field, http]).toEqual([name, person, field, 200]);
    expect([name, person, ofOthers(body)]).toEqual([name, person, []]);
    const messages = all.map((_, index) => body.rowErrors.find((one) => one.row === index + 3 && one.field === field));
    const none = body.rowErrors.find((one) => one.row === 2 && one.field === field)?.message ?? '';
    expect(none).toContain(NOBODY);
    for (const label of hidden) if (!shown.includes(label)) expect(none).not.toContain(`“${label}”`);
    for (const [index, cell] of all.entries()) {
      const message = messages[index]?.message;
      const keys = known.get(toMatchKey(cell))?.size ?? 0;
      if (keys === 0) expect([field, message]).toEqual([field, none.replace(NOBODY, cell)]);
      else if (keys === 1) expect(message ?? '').toMatch(TAKEN);
      else expect(message).not.toBe(none.replace(NOBODY, cell));
      count += 1;
    }
  }

  for (const field of closed) {
    // Accepts nothing of it and reports only submitted values.
    const { body } = await tried(server, person, name, [
      [...head, field],
      [...base, 'canary'],
    ]);
    expect([name, person, ofOthers(body)]).toEqual([name, person, []]);
    // `columns` repeats the sender's own file.
    expect(JSON.stringify({ ...body, columns: undefined })).not.toContain('canary');
    // Nor does a suggestion name it.
    const mistyped = `${field}x`;
    const { rowErrors = [] } = (await tried(server, person, name, [[...head, mistyped], base])).body;
    for (const { message } of rowErrors) {
      const said = message.replaceAll(mistyped, '').toLowerCase();
      for (const word of [field, getFieldLabel(resource, field, 'en')])
        if (!head.includes(field)) expect(said).not.toContain(`“${word.toLowerCase()}”`);
    }
  }
  return count;
}
