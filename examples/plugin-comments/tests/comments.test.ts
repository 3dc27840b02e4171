import { sql } from 'kysely';
import { records, systemContext } from 'portal-frame/server';
import { expect, test } from 'vitest';
import { hasPlugin, type Person, serverForAll } from '../../../tests/api/harness.ts';
import { createApiKey } from '../../../tests/api/keys.ts';
import { listen } from '../../../tests/api/listening.ts';
import { deleteOrphans } from '../server/commentRows.ts';
import { commentsOn, withNotes } from './commentServer.ts';

const server = serverForAll({}, withNotes);
const { ask, read, add, edit, remove, find, textsOf, notified } = commentsOn(server);
const api = () => records(systemContext(server.services));
const note = async (laboratory: Person | undefined = 'laboratory', title = 'Note') =>
  (await api().create('notes', { title, laboratory: laboratory && server.ids[laboratory] })).id as string;
const NAMES: Partial<Record<Person, string>> = {};
const nameOf = async (person: Person) => {
  const found = server.services.db.selectFrom('accounts').where('id', '=', server.ids[person]).select('full_name');
  NAMES[person] ??= (await found.executeTakeFirstOrThrow()).full_name;
  return NAMES[person];
};

test('lets whoever sees a record read and write comments on it', async () => {
  const id = await note();
  const added = await add('laboratory', id, { text: '  The patient is fasting.\n' });
  const [own] = (await read('laboratory', id)).data;
  expect([added.code, own.text, own.own, own.id]).toEqual([201, 'The patient is fasting.', true, added.data.id]);
  await add('admin', id, { text: 'Thank you.' });
  const { data } = await read('admin', id);
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({
    text: 'The patient is fasting.',
    by: { name: await nameOf('laboratory'), role: 'laboratory' },
    ...{ own: false, version: 1, editedAt: null, mentions: [] },
  });
});

test('hides comments with their record', async () => {
  const id = await note();
  await add('admin', id, { text: 'Of one laboratory' });
  const replies = [await read('laboratory2', id), await add('laboratory2', id, { text: 'x' })];
  expect(replies.map(({ code }) => code)).toEqual([404, 404]);
  expect((await ask('laboratory2', 'GET', `${id}/comments/people`)).code).toBe(404);
  // The role does not have the resource.
  expect((await read('employee', id)).code).toBe(403);
  expect((await find('laboratory2', 'laboratory')).data).toEqual([]);
  expect((await find('laboratory', 'of ONE')).data).toMatchObject([
    { id, record: { title: 'Note' }, comment: { text: 'Of one laboratory' } },
  ]);
  // The rule follows the record.
  await api().update('notes', id, { laboratory: server.ids.laboratory2 });
  expect([(await read('laboratory', id)).code, await textsOf('laboratory2', id)]).toEqual([404, ['Of one laboratory']]);
});

test('lets only the author correct and delete a comment', async () => {
  const id = await note();
  const { data } = await add('laboratory', id, { text: 'Frist' });
  expect((await edit('admin', id, { id: data.id, text: 'Mine' })).code).toBe(403);
  expect((await remove('admin', id, data.id)).code).toBe(403);
  const changed = await edit('laboratory', id, { id: data.id, text: 'First', version: 1 });
  const [own] = (await read('admin', id)).data;
  expect([changed.code, own.text, own.version]).toEqual([200, 'First', 2]);
  expect(own.editedAt).not.toBeNull();
  // Another window has the first version.
  expect((await edit('laboratory', id, { id: data.id, text: 'Other', version: 1 })).code).toBe(409);
  // Under another record it is not found.
  expect((await remove('laboratory', await note(), data.id)).code).toBe(404);
  expect((await remove('laboratory', id, data.id)).code).toBe(200);
  expect((await edit('laboratory', id, { id: data.id, text: 'Late' })).code).toBe(404);
  expect(await textsOf('admin', id)).toEqual([]);
});

test('refuses empty and longer texts, and other fields, at the field', async () => {
  const id = await note();
  const refused = async (text: unknown, language?: string) => {
    const { code, data } = await add('admin', id, { text }, language ? { language } : {});
    return [code, data.data?.errors?.text ?? data.message];
  };
  expect(await refused(' \n')).toEqual([400, 'Write a comment first.']);
  expect(await refused('x'.repeat(4001))).toEqual([400, 'A comment has at most 4000 characters.']);
  expect((await refused('', 'es'))[1]).toBe('Primero escriba un comentario.');
  expect([(await refused(7))[0], (await refused('a\0'))[0]]).toEqual([400, 400]);
  expect((await add('admin', id, { text: 'x'.repeat(4000) })).code).toBe(201);
  await add('admin', id, { text: 'ab 😀 %_\\' });
  expect((await textsOf('admin', id))[1]).toBe('ab 😀 %_\\');
  expect((await find('admin', '%_\\')).data).toHaveLength(1);
  expect((await find('admin', ' ')).code).toBe(400);
});

test('keeps the comments of two windows at once, and the first of two changes', async () => {
  const id = await note();
  const both = await Promise.all(['1', '2'].map((text) => add('laboratory', id, { text })));
  expect(new Set(await textsOf('admin', id))).toEqual(new Set(['1', '2']));
  const change = (text: string) => edit('laboratory', id, { id: both[0]?.data.id, version: 1, text });
  const codes = (await Promise.all([change('3'), change('4')])).map(({ code }) => code);
  expect(codes.toSorted()).toEqual([200, 409]);
});

test('notifies the people whom a comment mentions, once and without its words', async () => {
  const id = await note();
  const [laboratory, admin] = [await nameOf('laboratory'), await nameOf('admin')];
  const people = (await ask('admin', 'GET', `${id}/comments/people?text=${encodeURIComponent(laboratory.slice(0, 3))}`))
    .data as { id: string }[];
  expect(people.map((one) => one.id)).toContain(server.ids.laboratory);
  const mentions = [server.ids.laboratory, server.ids.laboratory, server.ids.admin];
  const before = (await notified('laboratory')).length;
  const { data } = await add('admin', id, { text: `@${laboratory} look, says @${admin}`, mentions });
  const [{ mentions: named }] = (await read('admin', id)).data;
  expect(named).toEqual([
    { id: server.ids.admin, name: admin },
    { id: server.ids.laboratory, name: laboratory },
  ]);
  const found = (await notified('laboratory')).slice(before);
  expect(found).toMatchObject([{ title: 'You were mentioned', resource: 'notes', record_id: id }]);
  expect(found[0]?.body).toBe(`${admin} mentioned you in a comment.`);
  // The same people again; a name that the text does not have is no mention.
  await edit('admin', id, { id: data.id, text: `@${laboratory} look again`, mentions });
  await add('admin', id, { text: 'nobody', mentions });
  expect((await notified('laboratory')).length).toBe(before + 1);
});

test('never notifies a person who cannot see the record', async () => {
  const id = await note();
  for (const person of ['laboratory2', 'employee'] as const) {
    const [name, before] = [await nameOf(person), (await notified(person)).length];
    const { code, data } = await add('admin', id, { text: `Hi @${name}`, mentions: [server.ids[person]] });
    expect([code, data.data.errors.text]).toEqual([400, 'A person you mention cannot see this record.']);
    expect((await notified(person)).length).toBe(before);
    const offered = (await ask('admin', 'GET', `${id}/comments/people?text=`)).data as { id: string }[];
    expect(offered.map((one) => one.id)).not.toContain(server.ids[person]);
  }
  expect(await textsOf('admin', id)).toEqual([]);
});

test('hides comments of a deleted record until it is back, and erases them for good', async () => {
  const id = await note();
  await add('laboratory', id, { text: 'In the bin' });
  const page = (await api().create('notePages', { title: 'Page', note: id })).id as string;
  await add('admin', page, { text: 'Along' }, { resource: 'notePages' });
  const { services } = server;
  const stored = async () =>
    (await services.db.selectFrom('comments').where('record_id', 'in', [id, page]).selectAll().execute()).length;
  const gone = () => ask('admin', 'DELETE', id);
  expect((await gone()).code).toBe(200);
  expect([(await read('laboratory', id)).code, (await find('admin', 'bin')).data]).toEqual([404, []]);
  expect((await add('admin', id, { text: 'x' })).code).toBe(404);
  expect((await ask('admin', 'POST', `bin/${id}/restore`, { body: {} })).code).toBe(200);
  expect(await textsOf('laboratory', id)).toEqual(['In the bin']);
  await gone();
  expect(await stored()).toBe(2);
  expect((await ask('admin', 'DELETE', `bin/${id}`)).code).toBe(200);
  expect(await stored()).toBe(0);
});

test('deletes comments on records that were erased while the plug-in was left out', async () => {
  const [gone, trashed, current] = [await note(), await note(), await note()];
  for (const id of [gone, trashed, current]) await add('admin', id, { text: 'Left behind' });
  await ask('admin', 'DELETE', trashed);
  const { db, collections } = server.services;
  await sql`delete from c_notes where id = ${gone}`.execute(db);
  expect(await deleteOrphans(db, collections)).toBe(1);
  const left = db.selectFrom('comments').where('record_id', 'in', [gone, trashed, current]).select('record_id');
  expect(new Set((await left.execute()).map(({ record_id }) => record_id))).toEqual(new Set([trashed, current]));
});

test.runIf(hasPlugin('apiKeys'))('gives API keys the rights of their account, within their scope', async () => {
  const id = await note();
  await add('admin', id, { text: 'For programs' });
  const keyOf = async (person: Person, own: object) => ({ key: (await createApiKey(server, person, own)).token });
  const [own, other] = [await keyOf('laboratory', {}), await keyOf('laboratory2', {})];
  const reader = await keyOf('laboratory', { access: 'read', resources: ['notes'] });
  const narrow = await keyOf('admin', { resources: ['notePages'] });
  const assistant = await keyOf('admin', { mcp: 'names' });
  const codes = async (more: object) => [
    (await read('admin', id, more)).code,
    (await find('admin', 'programs', more)).code,
    (await add('admin', id, { text: 'By a program' }, more)).code,
  ];
  expect(await codes(own)).toEqual([200, 200, 201]);
  expect(await codes(other)).toEqual([404, 200, 404]);
  expect((await find('admin', 'programs', other)).data).toEqual([]);
  expect(await codes(reader)).toEqual([200, 200, 403]);
  expect(await codes(narrow)).toEqual([403, 403, 403]);
  // Assistants have their tools only, which know no comments.
  expect(await codes(assistant)).toEqual([403, 403, 403]);
});

test('tells all who see the record, and nobody else, of a change', async () => {
  const id = await note();
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const heard = await Promise.all(
    (['admin', 'laboratory', 'laboratory2'] as const).map(async (person) =>
      listen(origin, { token: await server.tokenOf(person) }),
    ),
  );
  await add('admin', id, { text: 'Live' });
  const ofComments = () => heard.map(({ changes }) => changes.filter(({ resource }) => resource === 'comments'));
  const event = { resource: 'comments', id, operation: 'create' };
  await expect.poll(() => ofComments().slice(0, 2)).toEqual([[event], [event]]);
  // The other laboratory has heard only the later change.
  await add('admin', await note('laboratory2'), { text: 'Other' });
  await expect.poll(() => ofComments()[2]?.length).toBe(1);
  expect(ofComments()[2]?.[0]?.id).not.toBe(id);
  for (const one of heard) one.close();
});

test('records reads and changes in the audit trail under the record, without their words', async () => {
  const id = await note();
  await add('laboratory', id, { text: 'Secret words' });
  await read('admin', id);
  const rows = await server.services.db
    .selectFrom('audit')
    .where('record_id', '=', id)
    .selectAll()
    .orderBy('id')
    .execute();
  const details = rows.map((row) => [row.deed, row.resource, JSON.parse(row.details ?? '{}').action]);
  expect(details).toEqual([
    ['create', 'notes', undefined],
    ['change', 'notes', 'comment'],
    ['read', 'notes', undefined],
  ]);
  expect(JSON.stringify(rows)).not.toContain('Secret');
});
