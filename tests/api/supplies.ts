import type { InjectOptions } from 'fastify';
import { type AnyResource, defineResource } from '../../frame/config/resource.ts';
import {
  choice,
  date,
  dateTime,
  email,
  money,
  number,
  reference,
  text,
  timings,
  toggle,
} from '../../frame/fields/index.ts';
import { API_ROOT } from '../../frame/wire/call.ts';
import type { Person } from './cast.ts';
import type { TestServer } from './harness.ts';

/** A collection that others refer to, by its id and by its code. */
export const makers = defineResource({
  name: 'makers',
  icon: 'inventory',
  fields: { title: text({ required: true }), code: text({ required: true, unique: true }), mail: email() },
  list: { columns: ['title'], sortable: ['title'], search: ['title'] },
  create: { groups: [{ label: 'Maker', fields: ['title', 'code', 'mail'] }] },
  roles: { admin: { list: '/makers', can: ['list', 'create', 'edit', 'delete'] } },
});

/** A collection with fields of every storage, rights of every sort, and a named action. */
export const supplies = defineResource({
  name: 'supplies',
  icon: 'inventory',
  fields: {
    title: text({ required: true }),
    code: text({ unique: true }),
    amount: number({ min: 0, whole: true, default: 1, unique: false }),
    price: money(),
    state: choice({ choices: ['new', 'used'], default: 'new' }),
    open: toggle(),
    expiresOn: date(),
    arrivedAt: dateTime(),
    hours: timings(),
    maker: reference({ to: 'makers', text: '{title}' }),
    makerCode: reference({ to: 'makers', text: '{title}', value: 'code' }),
    employee: reference({ to: 'employees', text: '{fullName}', value: 'employeeId' }),
    laboratory: reference({ to: 'laboratories', text: '{fullName}' }),
    owner: text(),
    checkedBy: text({ readOnly: true }),
  },
  list: {
    columns: ['title', 'code', 'amount'],
    filters: [
      'title',
      'state',
      'amount',
      'price',
      'open',
      'expiresOn',
      'arrivedAt',
      { field: 'price', name: 'hasPrice', test: 'present' },
      { field: 'hours', name: 'hasHours', test: 'present' },
      { field: 'arrivedAt', name: 'since', test: 'from' },
      { field: 'arrivedAt', name: 'until', test: 'to' },
      { field: 'expiresOn', name: 'bestFrom', test: 'from' },
      { field: 'price', name: 'cheaperThan', test: 'to' },
    ],
    sortable: ['title', 'amount', 'price', 'arrivedAt'],
    sort: { field: 'title', order: 'ASC' },
    search: ['title', 'code', 'amount'],
  },
  show: { title: 'title', groups: [{ label: 'All', fields: ['amount'] }] },
  create: {
    groups: [
      {
        label: 'Supply',
        fields: [
          'title',
          'code',
          'amount',
          'price',
          { field: 'state', roles: ['admin'] },
          'open',
          'expiresOn',
          'arrivedAt',
          'hours',
          'maker',
          'makerCode',
          'employee',
          'laboratory',
          'owner',
          'checkedBy',
        ],
      },
    ],
  },
  actions: { check: { field: 'checkedBy', in: 'row', whileEmpty: 'checkedBy' } },
  roles: {
    admin: { list: '/supplies', form: '/add-supply', can: ['list', 'show', 'create', 'edit', 'delete'] },
    laboratory: { list: '/our-supplies', can: ['list', 'create', 'edit', 'delete'], own: 'owner' },
    employee: { can: ['show', 'check'] },
  },
});

/** Any config is a resource to the server. */
export const COLLECTIONS: AnyResource[] = [makers, supplies] as unknown as AnyResource[];

export interface Answer {
  http: number;
  /** The bare reply, or a refusal's envelope. */
  body: ReturnType<typeof JSON.parse>;
  range: string | undefined;
}

/** A client of the dialect, as one person. */
export function clientOf(server: TestServer, person: Person | undefined, name = 'supplies') {
  const send = async (
    method: InjectOptions['method'],
    path: string,
    payload?: unknown,
    headers = {},
  ): Promise<Answer> => {
    const token = person && (await server.tokenOf(person));
    const reply = await server.inject({
      method,
      url: `${API_ROOT}/collections/${name}${path}`,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload !== undefined && { payload: JSON.stringify(payload) }),
    });
    return { http: reply.statusCode, body: reply.json(), range: reply.headers['content-range'] as string | undefined };
  };
  const list = (query: { sort?: unknown; range?: unknown; filter?: unknown } = {}) =>
    send('GET', `?${new URLSearchParams(Object.entries(query).map(([part, value]) => [part, JSON.stringify(value)]))}`);
  return {
    send,
    list,
    /** The titles of a page. */
    titles: async (query?: Parameters<typeof list>[0]) =>
      (await list(query)).body.map(({ title }: { title: string }) => title) as string[],
    one: (id: string) => send('GET', `/${encodeURIComponent(id)}`),
    create: (values: unknown) => send('POST', '', values),
    update: (id: string, values: unknown) => send('PUT', `/${id}`, values),
    // As ra-data-simple-rest sends it.
    remove: (id: string) => send('DELETE', `/${id}`, undefined, { 'content-type': 'text/plain' }),
  };
}
