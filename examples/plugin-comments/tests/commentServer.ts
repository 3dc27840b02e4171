import { type AnyResource, defineResource, manage, me, reference, text } from 'portal-frame';
import type { Person, TestServer } from '../../../tests/api/harness.ts';

const roles = {
  admin: manage,
  laboratory: { list: '/laboratory-notes', can: ['list', 'show'], where: { laboratory: me } },
} as const;

/** Laboratories see their own notes; deleted ones move to the trash. */
const notes = defineResource({
  name: 'notes',
  icon: 'description',
  fields: { title: text({ required: true }), laboratory: reference({ to: 'laboratories', text: '{fullName}' }) },
  title: '{title}',
  softDelete: { days: 30 },
  comments: true,
  roles,
});

/** They go for good with their note. */
const pages = defineResource({
  name: 'notePages',
  icon: 'description',
  fields: { title: text(), note: reference({ to: 'notes', text: '{title}', required: true, onDelete: 'delete' }) },
  title: '{title}',
  comments: true,
  roles: { admin: { list: '/note-pages', can: manage } },
});

export const withNotes = { resources: [notes, pages] as unknown as AnyResource[] };

export interface Asked {
  body?: object;
  key?: string;
  resource?: string;
  language?: string;
}

/** Requests of the routes of comments. */
export function commentsOn(server: TestServer) {
  const ask = async (
    person: Person,
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    { body, key, resource = 'notes', language }: Asked = {},
  ) => {
    const reply = await server.inject({
      method,
      url: `/api/v1/collections/${resource}/${path}`,
      headers: {
        authorization: `Bearer ${key ?? (await server.tokenOf(person))}`,
        ...(language && { 'accept-language': language }),
      },
      ...(body && { payload: body }),
    });
    return { code: reply.statusCode, data: reply.json() };
  };
  const read = (person: Person, id: string, more?: Asked) => ask(person, 'GET', `${id}/comments`, more);
  const add = (person: Person, id: string, body: object, more?: Asked) =>
    ask(person, 'POST', `${id}/comments`, { ...more, body });
  const edit = (person: Person, id: string, body: object) => ask(person, 'PUT', `${id}/comments`, { body });
  const remove = (person: Person, id: string, comment: string) =>
    ask(person, 'DELETE', `${id}/comments?comment=${comment}`);
  const find = (person: Person, text: string, more?: Asked) =>
    ask(person, 'POST', 'comments/find', { ...more, body: { text } });
  const textsOf = async (person: Person, id: string, more?: Asked) =>
    (await read(person, id, more)).data.map(({ text }: { text: string }) => text);
  const notified = async (person: Person) => {
    const rows = server.services.db.selectFrom('notifications').selectAll();
    return rows.where('account_id', '=', server.ids[person]).orderBy('id').execute();
  };
  return { ask, read, add, edit, remove, find, textsOf, notified };
}
