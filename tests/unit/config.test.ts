import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  choice,
  date,
  dateTime,
  defineResource,
  email,
  files,
  image,
  longText,
  manage,
  me,
  number,
  password,
  type RecordValues,
  read,
  reference,
  references,
  text,
} from 'portal-frame';
import {
  ConfigError,
  checkFeatures,
  checkPages,
  checkResources,
  checkRoles,
  findNearestName,
  loadKeys,
  prepareResources,
  translateLabel,
} from 'portal-frame/internal';
import { defineRoles, getPageRoles, type RoleConfig } from 'portal-frame/roles';
import { describe, expect, test } from 'vitest';
import plugins from '../../src/plugins.ts';
import appointments from '../../src/resources/appointments.ts';
import archive from '../../src/resources/archive.ts';
import portalEmployees from '../../src/resources/employees.ts';
import laboratories from '../../src/resources/laboratories.ts';
import notifications from '../../src/resources/notifications.ts';
import transactions from '../../src/resources/transactions.ts';
import books from '../fixtures/books.ts';
import copies from '../fixtures/copies.ts';
import loans from '../fixtures/loans.ts';

const keys = await loadKeys(plugins);

/** Without its lists of resources that these tests leave out. */
const employees = { ...portalEmployees, show: { ...portalEmployees.show, related: undefined } };

/** Config parts of an account collection. */
const PEOPLE = {
  accounts: { role: 'employee', name: 'title' },
  fields: { title: text({ required: true }), email: email({ required: true }) },
  list: { columns: ['title'] },
  show: undefined,
  create: undefined,
  actions: undefined,
};

const supplies = () =>
  defineResource({
    name: 'supplies',
    icon: 'inventory',
    fields: {
      title: text({ required: true }),
      amount: number({ min: 0 }),
      state: choice({ choices: ['new', 'used'] }),
    },
    list: { columns: ['title', 'amount'], filters: ['state'], sort: { field: 'title', order: 'ASC' } },
    title: '{title}',
    show: { groups: [{ label: 'All', fields: ['amount'] }] },
    create: { groups: [{ label: 'All', fields: ['title', 'amount'] }] },
    actions: { use: { field: 'state', placement: 'row' } },
    roles: { admin: { list: '/supplies', form: '/add-supply', can: ['list', 'show', 'create', 'use'] } },
  });

const tools = {
  name: 'handTools',
  icon: 'inventory',
  fields: { title: text(), state: choice({ choices: ['new', 'used', 'lost'] }) },
  list: { columns: ['title'] },
  actions: { use: { field: 'title', placement: 'row' } },
  states: {
    field: 'state',
    start: 'new',
    transitions: { wear: { from: 'new', to: 'used' }, lose: { from: 'used', to: 'lost', serverOnly: true } },
  },
} as const;

function errorsIn(check: () => void): string[] {
  try {
    check();
    return [];
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.errors;
    throw cause;
  }
}
/** Returns the errors of a modified config. Loosely typed, like a file written without an editor. */
function errorsOf(change: (config: Record<string, never>) => void, file = 'src/resources/supplies.ts'): string[] {
  const config = structuredCloneOf(supplies());
  change(config as unknown as Record<string, never>);
  const paths = new Map([['/dashboard', 'the portal itself']]);
  return errorsIn(() =>
    checkResources({ [file]: config }, { roles: getPageRoles(), icons: ['inventory', 'event'], paths }),
  );
}
/** Deep copy that keeps functions. */
function structuredCloneOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(structuredCloneOf) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, structuredCloneOf(one)])) as T;
}
type Loose = ReturnType<typeof JSON.parse>;
/** Names configs by their files. */
const inFiles = (configs: object) =>
  Object.fromEntries(Object.entries(configs).map(([name, config]) => [`src/resources/${name}.ts`, config]));
/** Adds states with one transition. */
function inStates(config: Loose, transition: object, own: object = {}): void {
  config.states = { field: 'state', start: 'new', transitions: { wear: transition }, ...own };
  config.roles.admin.can = [...config.roles.admin.can, 'wear'];
}
/** Computes number fields. */
function inComputed(config: Loose, compute: Record<string, (values: RecordValues) => unknown>, options = {}): void {
  config.compute = compute;
  for (const [name, one] of Object.entries(compute)) config.fields[name] = { ...number(options), compute: one };
}
const foreign = { method: 'GET', path: '/kits', roles: ['admin'], summary: '', failure: { refused: '', lost: '' } };
const wear = { from: 'new', to: 'used' };
test("accepts the portal's own resources", async () => {
  const own = { appointments, archive, employees, laboratories, transactions, notifications };
  expect(checkResources(inFiles(own), { roles: getPageRoles(), keys })).toHaveLength(6);
});

test('replaces presets by rights and paths', () => {
  const prepare = <R extends object>(one: R) => prepareResources([one as never], getPageRoles())[0] as unknown as R;
  const { roles } = prepare(
    defineResource({
      ...tools,
      roles: {
        admin: manage,
        laboratory: { can: manage, except: ['delete', 'use', 'wear'], list: '/bench' },
        employee: { can: [read, 'use'] },
      },
    }),
  );
  const all = ['list', 'show', 'create', 'edit', 'delete', 'export', 'import', 'use', 'wear'];
  expect(roles.admin).toEqual({ list: '/hand-tools', form: '/add-hand-tools', can: all });
  expect(roles.laboratory).toMatchObject({ list: '/bench', form: '/laboratory-add-hand-tools' });
  expect(roles.laboratory?.can).toEqual(['list', 'show', 'create', 'edit', 'export', 'import']);
  expect(roles.employee).toEqual({ list: '/employee-hand-tools', can: ['list', 'show', 'export', 'use'] });
  defineResource({
    ...tools,
    // @ts-expect-error: no right or action has this name
    roles: { admin: { can: manage, except: ['delte'] } },
  });
});

test('labels groups and tabs by their names', () => {
  const { list, create } = defineResource({
    ...tools,
    list: { columns: ['title'], tabs: [{ name: 'all' }] },
    create: { groups: { main: ['title'], more: { label: 'Details', fields: ['state'], feature: 'orders' } } },
    roles: { admin: manage },
  });
  expect(list.tabs?.map(({ label }) => label)).toEqual(['resources.handTools.tabs.all']);
  expect(create?.groups).toEqual([
    { label: 'resources.handTools.groups.main', fields: ['title'] },
    { label: 'Details', fields: ['state'], feature: 'orders' },
  ]);
  expect(
    translateLabel('resources.handTools.tabs.inStock', { t: (_, options) => String(options?._), locale: 'en' }),
  ).toBe('In Stock');
});

test('derives columns, forms and show view from the fields', () => {
  const { title, list, show, create, edit } = defineResource({
    ...tools,
    fields: {
      ...tools.fields,
      secret: text({ read: [] }),
      note: longText(),
      twice: number(),
      price: number(),
      madeAt: date({ readOnly: true }),
    },
    compute: { twice: () => 2 },
    list: { filters: [{ field: 'price', roles: ['admin'] }] },
    edit: { except: ['title'] },
    roles: { admin: manage, employee: read },
  });
  const price = { field: 'price', roles: ['admin'] };
  expect(list.columns).toEqual(['title', 'state', 'twice', price, 'madeAt']);
  expect(title).toBe('{title}');
  const inputs = create?.groups[0]?.fields.map((one) => (typeof one === 'string' ? one : one.field));
  expect(inputs).toEqual(['title', 'secret', 'note', 'price']);
  const lines = show?.groups[0]?.fields.map((one) => (typeof one === 'string' ? one : one.field));
  expect(lines).toEqual(['state', 'note', 'twice', 'price', 'madeAt']);
  expect(show?.groups[0]?.fields).toContainEqual(price);
  const changes = edit?.groups[0]?.fields.map((one) => (typeof one === 'string' ? one : one.field));
  expect(changes).toEqual(['secret', 'note', 'price']);
});

test('accepts a valid config', () => expect(errorsOf(() => undefined)).toEqual([]));

describe('reports file, key, found and expected value, and the nearest name', () => {
  const catalogue: [string, (config: Loose) => void][] = [
    ['src/resources/supplies.ts: colour: found "colour", expected a supported key.', (c) => (c.colour = 'red')],
    [
      'src/resources/supplies.ts: list.colums: found "colums", expected a supported key. Did you mean "columns"?',
      (c) => (c.list.colums = []),
    ],
    ['rules.unique: found ["title"], expected a list of two fields or more.', (c) => (c.rules = { unique: ['title'] })],
    [
      'rules.unique.0.1: found "amuont", expected one of the fields of supplies. Did you mean "amount"?',
      (c) => (c.rules = { unique: [['title', 'amuont']] }),
    ],
    [
      'rules.unique.1: found "of", expected a stored field whose values can be compared.',
      (c) => {
        c.fields.of = references({ to: 'supplies', text: '{title}' });
        c.rules = { unique: ['title', 'of'] };
      },
    ],
    [
      'rules.unique.1: found "title", expected a field that is not there already.',
      (c) => (c.rules = { unique: ['title', 'title'] }),
    ],
    [
      'indexes.0.fields: found ["state"], expected a list of two fields: a filter, and a sort order.',
      (c) => (c.indexes = [{ fields: ['state'] }]),
    ],
    [
      'indexes.0.fields.1: found "amuont", expected one of the fields of supplies. Did you mean "amount"?',
      (c) => (c.indexes = [{ fields: ['state', 'amuont'] }]),
    ],
    [
      'indexes.0.fields.0: found "amount", expected a field that lists are filtered by values of.',
      (c) => (c.indexes = [{ fields: ['amount', 'title'] }]),
    ],
    [
      'indexes.0.fields.1: found "amount", expected a sortable field.',
      (c) => (c.indexes = [{ fields: ['state', 'amount'] }]),
    ],
    [
      'indexes: found false, expected nothing: migrations create the indexes of a table.',
      (c) => {
        c.indexes = false;
        c.api = {};
      },
    ],
    [
      'rules.noOverlap.by.0: found "amount", expected a reference, choice or text of the record. There are title, state.',
      (c) => {
        c.fields.from = date();
        c.fields.to = date();
        c.rules = { noOverlap: { by: ['amount'], from: 'from', to: 'to' } };
      },
    ],
    [
      'rules.noOverlap.from: found "title", expected a field of the kind date or dateTime.',
      (c) => (c.rules = { noOverlap: { by: ['state'], from: 'title', to: 'title' } }),
    ],
    [
      'rules.noOverlap.to: found "to", expected another field of the kind date.',
      (c) => {
        c.fields.from = date();
        c.fields.to = dateTime();
        c.rules = { noOverlap: { by: ['state'], from: 'from', to: 'to' } };
      },
    ],
    [
      'expected nothing: the host decides what it accepts.',
      (c) => {
        c.rules = { unique: ['title', 'state'] };
        c.api = {};
      },
    ],
    [
      'table: found "supplies", expected calls of its own (`api`) on our server',
      (c) => (c.table = { name: 'supplies' }),
    ],
    [
      'table.columns.amuont: found "amuont", expected one of the fields of supplies. Did you mean "amount"?',
      (c) => {
        c.api = {};
        c.table = { name: 'supplies', columns: { amuont: 'amount_cents' } };
      },
    ],
    [
      'table.sortKeyColumns.titel: found "titel", expected one of the fields of supplies. Did you mean "title"?',
      (c) => {
        c.api = {};
        c.table = { name: 'supplies', sortKeyColumns: { titel: 'title_key' } };
      },
    ],
    [
      'states: found "state", expected nothing: if a resource has its own calls, its host defines the states',
      (c) => {
        inStates(c, wear);
        c.api = {};
      },
    ],
    [
      'fields.title.required: found true, expected an input in the create form for admin, or a default.',
      (c) => (c.create.groups[0].fields = ['amount']),
    ],
    [
      'fields.title: found "required and readOnly", expected a default, as nobody can fill it in.',
      (c) => (c.fields.title = text({ required: true, readOnly: true })),
    ],
    [
      'fields.secret: found "password", expected another kind: a collection would keep and give it back as it was typed.',
      (c) => (c.fields.secret = password()),
    ],
    [
      `fields.amount.read: found ["admn"], expected a list of roles, of ${getPageRoles().names.join(', ')}.`,
      (c) => (c.fields.amount = { ...number(), read: ['admn'] }),
    ],
    [
      'list.sort.field: found "amount", expected a field that admin may read.',
      (c) => {
        c.fields.amount = number({ read: [] });
        c.list.sort = { field: 'amount', order: 'ASC' };
      },
    ],
    [
      'roles.admin.where.of.stat: found "stat", expected a field of supplies. Did you mean "state"?',
      (c) => {
        c.roles.admin.where = { 'of.stat': 'new' };
        c.fields.of = reference({ to: 'supplies', text: '{title}' });
      },
    ],
    [
      'roles.admin.where.state.title: found "state", expected a reference of supplies.',
      (c) => (c.roles.admin.where = { or: [{ 'state.title': 'x' }] }),
    ],
    [
      'roles.admin.where.state: found "usd", expected a value of choice. Did you mean "used"?',
      (c) => (c.roles.admin.where = { state: ['new', 'usd'] }),
    ],
    [
      'roles.admin.where.amount: found "me", expected a value: only a reference to accounts, and a text that the server fills in, hold an account.',
      (c) => (c.roles.admin.where = { and: [{ amount: me }] }),
    ],
    [
      'roles.admin.where.state: found "me", expected a value: only a reference to accounts, and a text that the server fills in, hold an account.',
      (c) => (c.roles.admin.where = { state: me }),
    ],
    ['Did you mean "even"?', (c) => (c.fields.state = { ...c.fields.state, values: { new: { icon: 'evn' } } })],
    [
      'fields.of.onDelete: found "clear", expected refuse or delete, as the field is required.',
      (c) => {
        const of = { to: 'supplies', text: '{title}', required: true, default: 'x', onDelete: 'clear' } as const;
        c.fields.of = reference(of);
      },
    ],
    [
      'fields.of.onDelete: found "cler", expected one of refuse, clear, delete, keep. Did you mean "clear"?',
      (c) => (c.fields.of = { ...reference({ to: 'supplies', text: '{title}' }), onDelete: 'cler' }),
    ],
    [
      'roles.admin.can.3: found "use", expected one of list, show, create, export, import.',
      (c) => (c.appendOnly = true),
    ],
    [
      'fields.of.onDelete: found "clear", expected refuse or keep: the records never change.',
      (c) => {
        c.appendOnly = true;
        c.fields.of = reference({ to: 'supplies', text: '{title}', onDelete: 'clear' });
      },
    ],
    [
      'show.related.0.rowLink: found "state", expected a reference of supplies.',
      (c) => {
        c.fields.of = reference({ to: 'supplies', text: '{title}' });
        c.show.related = [{ resource: 'supplies', field: 'of', rowLink: 'state' }];
      },
    ],
    [
      'show.related.0.field: found "state", expected a reference of supplies to supplies.',
      (c) => (c.show.related = [{ resource: 'supplies', field: 'state' }]),
    ],
    [
      'api.list.admin.call.root: found "//kits.test", expected where its paths start, such as /api/v2; another host stands in api.host.',
      (c) => (c.api = { list: { admin: { call: { ...foreign, root: '//kits.test' } } } }),
    ],
    [
      'api.host.origin: found "https://kits.test/v2", expected an origin such as https://stock.example.com; http only on this machine.',
      (c) => (c.api = { host: { origin: 'https://kits.test/v2' }, list: {} }),
    ],
    [
      'api.host.origin: found "https://*.kits.test", expected an origin',
      (c) => (c.api = { host: { origin: 'https://*.kits.test' }, list: {} }),
    ],
    [
      'api.host.origin: found "http://kits.test", expected an origin',
      (c) => (c.api = { host: { origin: 'http://kits.test' }, list: {} }),
    ],
    [
      'api.one.admin.call.host.origin: found "kits.test", expected an origin',
      (c) => (c.api = { one: { admin: { call: { ...foreign, host: { origin: 'kits.test' } } } } }),
    ],
    [
      'api.list.admin.call.rawToken: found true, expected nothing: another host is not given the session’s token.',
      (c) =>
        (c.api = { list: { admin: { call: { ...foreign, rawToken: true, host: { origin: 'https://a.test' } } } } }),
    ],
    ['Did you mean "PATCH"?', (c) => (c.api = { list: { admin: { call: { ...foreign, method: 'PACH' } } } })],
    [
      'api.host.headers.X Tenant: found "a", expected a header that can be sent.',
      (c) => (c.api = { host: { origin: 'https://a.test', headers: { 'X Tenant': 'a' } }, list: {} }),
    ],
    ['api.lst: found "lst", expected a part of api. Did you mean "list"?', (c) => (c.api = { lst: {} })],
    [
      `api.actions.use.amdin: found "amdin", expected one of ${getPageRoles().names.join(', ')}. Did you mean "admin"?`,
      (c) => (c.api = { actions: { use: { amdin: {} } } }),
    ],
    [
      'roles.admin.rows: found "rows", expected where, the new name of this key.',
      (c) => (c.roles.admin.rows = { state: 'new' }),
    ],
    ['roles.admin.own: found "own", expected where, the new name of this key.', (c) => (c.roles.admin.own = 'title')],
    [
      'actions.use.whileEmpty: found "whileEmpty", expected when, the new name of this key.',
      (c) => (c.actions.use.whileEmpty = 'title'),
    ],
    [
      'list.filters.0.test: found "test", expected operator, the new name of this key.',
      (c) => (c.list.filters = [{ field: 'state', test: 'equals' }]),
    ],
    [
      'list.tabs.0.filter: found "filter", expected where, the new name of this key.',
      (c) => (c.list.tabs = [{ name: 'new', label: 'New', filter: { state: 'new' } }]),
    ],
    [
      'list.tabs.0.where.stat: found "stat", expected a field of supplies. Did you mean "state"?',
      (c) => (c.list.tabs = [{ name: 'new', label: 'New', where: { stat: 'new' } }]),
    ],
    [
      'list.tabs.0.where: found "state", expected a field that admin may read.',
      (c) => {
        c.fields.state = choice({ choices: ['new'], read: ['laboratory'] });
        c.list.tabs = [{ name: 'new', label: 'New', where: { state: 'new' } }];
      },
    ],
    [
      'list.tabs.0.parameters: found {"state":"new"}, expected where instead.',
      (c) => (c.list.tabs = [{ name: 'new', label: 'New', parameters: { state: 'new' } }]),
    ],
    [
      'roles.admin.where.amount.above: found 3, expected one of equals, not, in',
      (c) => (c.roles.admin.where = { amount: { above: 3 } }),
    ],
    ['roles.admin.where: found {}, expected at least one condition', (c) => (c.roles.admin.where = {})],
    ['Did you mean "photo"?', (c) => (c.list.columns = [{ field: 'title', photos: 'x' }])],
    [
      'src/resources/supplies.ts: list.columns.0: found "titel", expected one of the fields of supplies. Did you mean "title"?',
      (c) => (c.list.columns = ['titel']),
    ],
    [
      'list.filters.0.field: found "stat", expected one of the fields of supplies. Did you mean "state"?',
      (c) => (c.list.filters = [{ field: 'stat' }]),
    ],
    ['show.groups.0.fields.0: found "amounts"', (c) => (c.show.groups[0].fields = ['amounts'])],
    [
      'expected one of the actions of supplies. Did you mean "use"?',
      (c) => (c.list.columns = [{ field: 'state', action: 'uses' }]),
    ],
    [
      `roles.admins: found "admins", expected one of ${getPageRoles().names.join(', ')}. Did you mean "admin"?`,
      (c) => (c.roles.admins = c.roles.admin),
    ],
    [
      'roles.admin.can.0: found "lst", expected a right or a named action. Did you mean "list"?',
      (c) => (c.roles.admin.can = ['lst']),
    ],
    [
      'roles.admin.list: found "/dashboard", expected a path that is free (it belongs to the portal itself)',
      (c) => (c.roles.admin.list = '/dashboard'),
    ],
    [
      'roles.laboratory.list: found "/supplies", expected a path that is free',
      (c) => (c.roles.laboratory = { ...c.roles.admin }),
    ],
    ['roles.admin.list: found "supplies", expected a path such as /supplies', (c) => (c.roles.admin.list = 'supplies')],
    [
      'fields.lab.to: found "suplies", expected the name of a resource. Did you mean "supplies"?',
      (c) => (c.fields.lab = reference({ to: 'suplies', text: '{title}' })),
    ],
    [
      'fields.labs.to: found "suplies", expected the name of a resource. Did you mean "supplies"?',
      (c) => (c.fields.labs = references({ to: 'suplies', text: '{title}' })),
    ],
    [
      'fields.labs.onDelete: found "delete", expected one of refuse, clear.',
      (c) => (c.fields.labs = { ...references({ to: 'supplies', text: '{title}' }), onDelete: 'delete' }),
    ],
    [
      'list.filters.0.operator: found "contains", expected one of equals, in, exists, not, notIn.',
      (c) => {
        c.fields.labs = references({ to: 'supplies', text: '{title}' });
        c.list.filters = [{ field: 'labs', operator: 'contains' }];
      },
    ],
    [
      'list.sortable.0: found "labs", expected a field whose values can be compared',
      (c) => {
        c.fields.labs = references({ to: 'supplies', text: '{title}' });
        c.list.sortable = ['labs'];
      },
    ],
    [
      'fields.lab.value: found "titl", expected a field of supplies. Did you mean "title"?',
      (c) => (c.fields.lab = reference({ to: 'supplies', text: '{title}', value: 'titl' })),
    ],
    [
      'fields.amount.default: found -1, expected a value of the kind number',
      (c) => (c.fields.amount = number({ min: 0, default: -1 })),
    ],
    ['fields.id: found "id", expected a name other than id', (c) => (c.fields.id = text())],
    ['name: found "settings", expected', (c) => (c.name = 'settings')],
    [
      'name: found "supply", expected the name of its file without .ts. Did you mean "supplies"?',
      (c) => (c.name = 'supply'),
    ],
    [
      'fields.title: found "text", expected a field, such as text() or number({ min: 0 })',
      (c) => (c.fields.title = 'text'),
    ],
    [
      'fields.amount.mim: found "mim", expected an option of number. Did you mean "min"?',
      (c) => (c.fields.amount.mim = 3),
    ],
    ['list.perPage: found "ten", expected number', (c) => (c.list.perPage = 'ten')],
    [
      'list.layout: found "tabel", expected one of table, cards. Did you mean "table"?',
      (c) => (c.list.layout = 'tabel'),
    ],
    ['list.columns: found []', (c) => (c.list.columns = [])],
    [
      'icon: found "inventry", expected an icon of frame/config/app/icons.ts. Did you mean "inventory"?',
      (c) => (c.icon = 'inventry'),
    ],
    [
      'title: found "amuont", expected one of the fields of supplies. Did you mean "amount"?',
      (c) => (c.title = '{title} {amuont}'),
    ],
    [`title: found "Supply", expected a template with a field`, (c) => (c.title = 'Supply')],
    [
      'title: found "of", expected a field, or a reference to records whose own title names no reference',
      (c) => {
        c.fields.of = reference({ to: 'supplies' });
        c.title = '{of}';
      },
    ],
    [
      'roles.admin.can.0: found "mange", expected a right or a named action. Did you mean "manage"?',
      (c) => (c.roles.admin.can = ['mange']),
    ],
    [
      'roles.admin.except.0: found "delte", expected a right or a named action. Did you mean "delete"?',
      (c) => (c.roles.admin.except = ['delte']),
    ],
    [
      'roles.admin.form: found "/add-supply", expected the right "create" in roles.admin.can',
      (c) => (c.roles.admin.can = ['list']),
    ],
    ['roles.admin.can: found "create", expected a create form in the config', (c) => (c.create = undefined)],
    [
      'fields.state.choices: found [], expected a list of values',
      (c) => (c.fields.state = { ...c.fields.state, choices: [] }),
    ],
    [
      'fields.state.choices: found undefined, expected a list of values',
      (c) => (c.fields.state = { ...c.fields.state, choices: undefined }),
    ],
    ['fields.state.choices.1: found " ", expected a text', (c) => (c.fields.state = choice({ choices: ['new', ' '] }))],
    [
      'fields.state.choices.1: found 2, expected a text',
      (c) => (c.fields.state = { ...c.fields.state, choices: ['new', 2] }),
    ],
    [
      'fields.state.choices.2: found "new", expected a value that is not there already',
      (c) => (c.fields.state = choice({ choices: ['new', 'used', 'new'] })),
    ],
    [
      'fields.state.values.nwe: found "nwe", expected a value of the choice. Did you mean "new"?',
      (c) => (c.fields.state = choice({ choices: ['new', 'used'], values: { nwe: { label: 'New' } } as never })),
    ],
    [
      'fields.state.values.new.tone: found "sucess", expected one of default, primary, secondary, success, warning, error, info. Did you mean "success"?',
      (c) => (c.fields.state = { ...c.fields.state, values: { new: { tone: 'sucess' } } }),
    ],
    [
      'fields.state.otherwise.tone: found "sucess", expected one of default, primary, secondary, success, warning, error, info. Did you mean "success"?',
      (c) => (c.fields.state = { ...c.fields.state, otherwise: { tone: 'sucess' } }),
    ],
    [
      'fields.state.values.new.colour: found "colour", expected one of label, tone, icon',
      (c) => (c.fields.state = { ...c.fields.state, values: { new: { colour: 'red' } } }),
    ],
    [
      'fields.amount.min: found 9, expected at most max, which is 3',
      (c) => (c.fields.amount = number({ min: 9, max: 3 })),
    ],
    ['fields.amount.min: found "3", expected a number', (c) => (c.fields.amount = { ...number(), min: '3' })],
    [
      'list.filters.1: found "state", expected a name that no other filter has; give it one with `name`',
      (c) => (c.list.filters = ['state', { field: 'amount', name: 'state' }]),
    ],
    [
      'list.filters.0: found "papers", expected a field that can be filtered, or an `operator` for it',
      (c) => {
        c.fields.papers = files();
        c.list.filters = ['papers'];
      },
    ],
    [
      'list.sortable.0: found "papers", expected a field whose values can be compared: no list and no file',
      (c) => {
        c.fields.papers = files();
        c.list.sortable = ['papers'];
      },
    ],
    [
      'fields.papers.unique: found true, expected a field whose values can be compared: no list and no file',
      (c) => (c.fields.papers = files({ unique: true })),
    ],
    [
      'fields.other.text: found "titel", expected a field of supplies. Did you mean "title"?',
      (c) => (c.fields.other = reference({ to: 'supplies', text: '{titel}' })),
    ],
    [
      'roles.admin.form: found "/supplies/new", expected a path that stands below no other (/supplies has all below it)',
      (c) => (c.roles.admin.form = '/supplies/new'),
    ],
    [
      'roles.admin.list: found "/dashboard/supplies", expected a path that stands below no other',
      (c) => (c.roles.admin.list = '/dashboard/supplies'),
    ],
    [
      'icon: found "rocket", expected an icon of frame/config/app/icons.ts. There are inventory, event.',
      (c) => (c.icon = 'rocket'),
    ],
    ['compute.amount: found "title", expected a function of the values', (c) => (c.compute = { amount: 'title' })],
    [
      'compute.amuont: found "amuont", expected the name of a field. Did you mean "amount"?',
      (c) => (c.compute = { amuont: () => 1 }),
    ],
    [
      'fields.amount.compute: found a function, expected `compute: { amount: ... }` of the resource',
      (c) => (c.fields.amount = { ...number(), compute: () => 1 }),
    ],
    [
      'fields.amount.default: found 2, expected nothing: the value is computed from others',
      (c) => inComputed(c, { amount: () => 1 }, { default: 2 }),
    ],
    [
      'compute.amount: found "amount reads total reads amount", expected computed fields that do not need each other',
      (c) => inComputed(c, { amount: ({ total }) => total, total: ({ amount }) => amount }),
    ],
    [
      'compute.amount: found "amount reads amount", expected computed fields',
      (c) => inComputed(c, { amount: (values) => Number(values.amount) + 1 }),
    ],
    [
      `compute.total: found "TypeError: Cannot read properties of null (reading 'length')", expected a value or null of {"title":"Text","amount":null,`,
      (c) => inComputed(c, { total: ({ state }) => (state as string).length }),
    ],
    [
      'compute.total: found "Error: boo", expected a value or null',
      (c) =>
        inComputed(c, {
          total: () => {
            throw new Error('boo');
          },
        }),
    ],
    [
      'fields.amount.required: found "yes", expected true or false',
      (c) => (c.fields.amount = number({ required: 'yes' as never })),
    ],
    [
      'fields.amount.label: found 7, expected a text, or one for each language',
      (c) => (c.fields.amount = number({ label: 7 as never })),
    ],
    [
      'actions.use.value: found "usde", expected a value of state. Did you mean "used"?',
      (c) => (c.actions.use.value = 'usde'),
    ],
    [
      'actions.use.when.state: found "usde", expected a value of choice. Did you mean "used"?',
      (c) => (c.actions.use.when = { state: ['usde'] }),
    ],
    [
      'list.filters.0.operator: found "contains", expected one of equals, in, exists, gt, gte, lt, lte, not, notIn.',
      (c) => (c.list.filters = [{ field: 'amount', operator: 'contains' }]),
    ],
    [
      'actions.use.values.amount: found "many", expected a value of amount.',
      (c) => (c.actions.use.values = { amount: 'many' }),
    ],
    [
      'actions.use.values.title: found null, expected a value, as title is required.',
      (c) => (c.actions.use.values = { title: null }),
    ],
    [
      'roles.admin.where.title: found "me", expected a value: only a reference to accounts, and a text that the server fills in, hold an account',
      (c) => (c.roles.admin = { can: ['list'], where: { title: me } }),
    ],
    [
      'roles.admin.where.of: found "me", expected a reference to accounts of admin: supplies are none.',
      (c) => {
        c.fields.of = reference({ to: 'supplies', text: '{title}' });
        c.roles.admin.where = { of: me };
      },
    ],
    [
      'validate: found {"amount":"wrong"}, expected a function of the values',
      (c) => (c.validate = { amount: 'wrong' }),
    ],
    [
      'states.field: found "amount", expected a field of the kind choice',
      (c) => inStates(c, wear, { field: 'amount' }),
    ],
    [
      'states.start: found "nwe", expected a value of state. Did you mean "new"?',
      (c) => inStates(c, wear, { start: 'nwe' }),
    ],
    [
      'states.transitions.wear.from.1: found "uesd", expected a value of state. Did you mean "used"?',
      (c) => inStates(c, { ...wear, from: ['new', 'uesd'] }),
    ],
    [
      'states.transitions.wear.to: found "usde", expected a value of state. Did you mean "used"?',
      (c) => inStates(c, { ...wear, to: 'usde' }),
    ],
    [
      'states.transitions.wear: found "wear", expected a role whose `can` names it',
      (c) => (c.states = { field: 'state', start: 'new', transitions: { wear } }),
    ],
    [
      'states.transitions.use: found "use", expected a name that no action has',
      (c) => (c.states = { field: 'state', start: 'new', transitions: { use: wear } }),
    ],
    [
      'states.transitions.wear.form: found "form", expected a supported key. Did you mean "from"?',
      (c) => inStates(c, { ...wear, form: 'new' }),
    ],
    [
      'states.transitions.wear.inputs.0: found "amuont", expected one of the fields of supplies. Did you mean "amount"?',
      (c) => inStates(c, { ...wear, inputs: ['amuont'] }),
    ],
    [
      'states.transitions.wear.values.amuont: found "amuont", expected one of the fields of supplies. Did you mean "amount"?',
      (c) => inStates(c, { ...wear, values: { amuont: 1 } }),
    ],
    [
      'states.field: found "state", expected a field that no form has: its transitions change it',
      (c) => {
        inStates(c, wear);
        c.create.groups[0].fields = ['title', 'state'];
      },
    ],
    [
      'actions.edit: found "edit", expected a name other than list, show, create, edit, delete, export, import',
      (c) => {
        c.actions.edit = c.actions.use;
      },
    ],
    [
      'show.primaryActions.0: found "usee", expected the name of an action or transition. Did you mean "use"?',
      (c) => {
        c.show.primaryActions = ['usee'];
      },
    ],
    [
      'actions.use.asks: found "usedd", expected a value of state. Did you mean "used"?',
      (c) => (c.actions.use = { ...c.actions.use, asks: { usedd: 'use' } }),
    ],
    [
      'actions.use.asks.used: found "usee", expected an action that has a dialog. Did you mean "use"?',
      (c) => (c.actions.use = { ...c.actions.use, asks: { used: 'usee' } }),
    ],
    [
      'roles.admin.can: found "use", expected an action whose fields admin may write (state is not among them)',
      (c) => (c.fields.state = choice({ choices: ['new', 'used'], write: ['laboratory'] })),
    ],
    [
      'actions.use.bulk: found true, expected an action that asks for no files (photo is one)',
      (c) => {
        c.fields.photo = image();
        c.actions.use = { ...c.actions.use, inputs: ['photo'], bulk: true };
      },
    ],
    ['roles.admin.can: found "show", expected a show part in the config', (c) => (c.show = undefined)],
  ];
  test.each(catalogue)('%s', (expected, change) => {
    expect(errorsOf(change).join('\n')).toContain(expected);
  });

  test('reports all errors at once', () => {
    expect(
      errorsOf((c: Loose) => {
        c.icon = 'nope';
        c.fields.amount.mim = 3;
        c.list.columns = ['titel'];
      }),
    ).toHaveLength(3);
  });
});

describe('account field for `me`', () => {
  const errors = (more: (config: Loose) => void, own = 'owner') => {
    const config: Loose = structuredCloneOf(supplies());
    config.fields.owner = reference({ to: 'employees', text: '{fullName}' });
    config.roles = { admin: config.roles.admin, employee: { can: ['list', 'create'], where: { [own]: me } } };
    more(config);
    return errorsIn(() =>
      checkResources(inFiles({ supplies: config, employees, laboratories }), { roles: getPageRoles() }),
    );
  };
  test.each<[string, (config: Loose) => void]>([
    ['a reference to the accounts of the role', () => undefined],
    ['a text', (c) => (c.fields.owner = text())],
  ])('accepts %s', (_what, more) => expect(errors(more)).toEqual([]));

  const place = 'src/resources/supplies.ts: roles.employee.where.owner: found "me", expected ';
  const fields = 'a value: only a reference to accounts, and a text that the server fills in, hold an account';
  test.each<[string, unknown]>([
    ['a date', date()],
    ['a number', number()],
    ['a choice', choice({ choices: ['a'] })],
    ['an e-mail address', email()],
    ['a computed field', { ...text(), compute: () => 'x' }],
  ])('refuses %s', (_what, owner) => {
    expect(errors((c) => (c.fields.owner = owner)).join('\n')).toContain(place + fields);
  });
  test.each<[string, (config: Loose) => void]>([
    [
      `${place}a reference to accounts of employee: laboratories are none.`,
      (c) => (c.fields.owner = reference({ to: 'laboratories', text: '{fullName}' })),
    ],
    [
      'a reference to accounts of employee: supplies are none.',
      (c) => {
        c.fields.owners = c.fields.owner;
        c.fields.owner = reference({ to: 'supplies', text: '{title}' });
      },
    ],
    [
      `${place}a reference that keeps the id of employees, and not their employeeId.`,
      (c) => (c.fields.owner = reference({ to: 'employees', text: '{fullName}', value: 'employeeId' })),
    ],
    [
      'expected nothing: the host decides which records a role sees.',
      (c) => (c.api = { host: { origin: 'https://a.test' }, list: {} }),
    ],
  ])('%s', (expected, more) => expect(errors(more).join('\n')).toContain(expected));
  test('refuses an unknown field and suggests the nearest', () => {
    expect(errors(() => undefined, 'onwer')).toEqual([
      'src/resources/supplies.ts: roles.employee.where.onwer: found "onwer", expected a field of supplies. Did you mean "owner"?',
    ]);
    expect(errors(() => undefined, 'createdBy').join()).toContain(
      'found "createdBy", expected a field of supplies with an account, as createdBy is a name: add owner: text({ readOnly: true }), and say owner: me.',
    );
  });
});

test('refuses a required reference to records that the creating role cannot see', () => {
  const errors = (can: string[], options: object = {}) => {
    const boxes: Loose = structuredCloneOf(supplies());
    boxes.name = 'boxes';
    boxes.fields.supply = reference({ to: 'supplies', text: '{title}', required: true, ...options });
    boxes.create.groups[0].fields.push('supply');
    boxes.roles = { employee: { list: '/boxes', form: '/add-box', can: ['list', 'show', 'create', 'use'] } };
    const target: Loose = structuredCloneOf(supplies());
    if (can.length > 0) target.roles.employee = { list: '/employee-supplies', can };
    return errorsIn(() => checkResources(inFiles({ boxes, supplies: target }), { roles: getPageRoles() }));
  };
  const expected =
    'src/resources/boxes.ts: fields.supply.required: found true, expected a default, or "list" in supplies\' roles.employee.can: who may look at none of them can name none.';
  expect(errors([])).toEqual([expected]);
  expect(errors(['list'])).toEqual([]);
  expect(errors([], { required: false })).toEqual([]);
  expect(errors([], { default: () => 'x' })).toEqual([]);
});

describe('refused account collections', () => {
  const people = (more: (config: Loose) => void = () => undefined) =>
    errorsOf((config: Loose) => {
      config.fields.email = email({ required: true });
      config.create = { groups: [{ label: 'All', fields: ['title', 'email'] }] };
      config.accounts = { role: 'employee', name: 'title' };
      more(config);
    });
  test.each<[string, string, (config: Loose) => void]>([
    ['a role that does not exist', 'accounts.role: found "emploee"', (c) => (c.accounts.role = 'emploee')],
    ['no e-mail address', 'accounts.email: found "email"', (c) => (c.fields.email = text({ required: true }))],
    ['one that may be missing', 'accounts.email: found "email"', (c) => (c.fields.email = email())],
    ['no name', 'accounts.name: found "fullName"', (c) => (c.accounts = 'employee')],
    ['a state that is not a toggle', 'accounts.active: found "state"', (c) => (c.accounts.active = 'state')],
    [
      'records that cascade with others',
      'fields.of.onDelete: found "delete"',
      (c) => (c.fields.of = reference({ to: 'employees', text: '{fullName}', onDelete: 'delete' })),
    ],
  ])('%s', (_what, expected, change) => {
    expect(people(change).join('\n')).toContain(expected);
  });

  test('accepts one complete account collection per role', () => {
    expect(people()).toEqual([]);
    const twice = ['one', 'two'].map((name) => [
      `src/resources/${name}.ts`,
      { ...defineResource({ ...supplies(), name, roles: { admin: { can: ['list'] } } }), ...PEOPLE },
    ]);
    expect(() => checkResources(Object.fromEntries(twice), { roles: getPageRoles() })).toThrow(
      /two\.ts: accounts: found "employee".*those of one/,
    );
  });
});

test('reports every wrong value by file, key and expectation, without a stack (spec 13.12)', () => {
  const all: Loose = { books, copies };
  const rule = { or: [{ branch: me }, { genre: 'Law' }] };
  all.loans = structuredCloneOf({
    ...loans,
    roles: { ...loans.roles, laboratory: { ...loans.roles.laboratory, where: rule } },
  });
  const check = (configs: object) =>
    checkResources(inFiles({ ...configs, employees, laboratories }), { roles: getPageRoles(), keys });
  expect(() => check(all)).not.toThrow();
  const places = (value: unknown, at: string[] = []): string[][] =>
    value === null || typeof value !== 'object'
      ? []
      : Object.entries(value).flatMap(([key, inner]) =>
          key === 'kind' ? [] : [[...at, key], ...places(inner, [...at, key])],
        );
  const stacks: string[] = [];
  for (const place of places(all.loans))
    for (const wrong of [undefined, 7, [null]]) {
      const broken = structuredCloneOf(all);
      let at = broken.loans;
      for (const key of place.slice(0, -1)) at = at[key];
      at[place.at(-1) as string] = wrong;
      try {
        check(broken);
      } catch (cause) {
        const errors = cause instanceof ConfigError ? cause.errors : [String(cause)];
        const odd = errors.filter((error) => !/^src\/resources\/\w+\.ts: .*found .*expected /s.test(error));
        stacks.push(...odd.map((one) => `${place.join('.')} = ${JSON.stringify(wrong)}: ${one}`));
      }
    }
  expect(stacks).toEqual([]);
});

test('reports a file without a default export', () => {
  expect(() => checkResources({ 'src/resources/supplies.ts': undefined }, { roles: getPageRoles() })).toThrow(
    'src/resources/supplies.ts: found no default export, expected export default defineResource({ ... }).',
  );
});

test('reports a file that Node cannot read, without a stack (spec 13.12)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-configs-'));
  const reader = pathToFileURL(
    join(import.meta.dirname, '..', '..', 'frame', 'server', 'base', 'importDefault.ts'),
  ).href;
  const contents = [
    'enum Size { S }\nexport default Size;',
    'class A { constructor(private x: number) {} }\nexport default A;',
    'export default {;',
    "import './nowhere.ts';",
    "throw new Error('boo');",
  ];
  const files = contents.map((content, index) => {
    const file = join(folder, `vans${index}.ts`);
    writeFileSync(file, content);
    return file;
  });
  const code = `const { importDefault } = await import(${JSON.stringify(reader)});
    for (const file of ${JSON.stringify(files)})
      await importDefault(file).catch(({ errors }) => console.log(errors.join()));`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(stdout.trim().replaceAll(`${folder}/`, '').split('\n')).toEqual([
    'vans0.ts: found TypeScript enum is not supported in strip-only mode, expected syntax that is gone once the types are (a union or a const object in place of an enum).',
    expect.stringContaining('vans1.ts: found TypeScript parameter property'),
    expect.stringMatching(/^vans2\.ts: found what is no TypeScript \(.+\)\.$/),
    expect.stringMatching(/^vans3\.ts: found an import of what is not there \(.+nowhere\.ts.+\)\.$/),
    'vans4.ts: found code that fails when it is read (boo).',
  ]);
});

test('suggests only close names', () => {
  expect(findNearestName('colunms', ['columns', 'filters'])).toBe('columns');
  expect(findNearestName('zebra', ['columns', 'filters'])).toBeUndefined();
});

const shelf = { paths: { admin: '/shelf' }, title: 'Shelf', icon: 'inventory', component: () => undefined };
/** Returns the errors of a page next to another page and a list. */
function pageErrors(page: unknown): string[] {
  const other = { ...shelf, paths: { admin: '/other' } };
  const pages = { 'src/pages/other.page.ts': other, 'src/pages/shelf.page.ts': page };
  return errorsIn(() => {
    const paths = checkPages(pages, ['/', '/api'], getPageRoles());
    checkResources(inFiles({ supplies: supplies() }), { roles: getPageRoles(), paths });
  });
}

describe('roles', () => {
  const errors = (roles: Record<string, RoleConfig>) => {
    const { names, get } = getPageRoles();
    const before = Object.fromEntries(names.map((role) => [role, get(role)]));
    try {
      return errorsIn(() => {
        defineRoles(roles);
        checkRoles(getPageRoles(), [shelf as never], [supplies() as never]);
      });
    } finally {
      defineRoles(before);
    }
  };
  const admin = { home: '/supplies', manages: true } as const;

  test('need an existing start screen, and one role that manages the others', () => {
    expect(errors({ admin })).toEqual([]);
    expect(errors({ admin: { ...admin, home: '/shelf', phoneHome: { path: '/add-supply' } } })).toEqual([]);
    expect(errors({ admin: { ...admin, home: '/suplies', phoneHome: { path: '/shlef' } } })).toEqual([
      'src/roles.ts: admin.home: found "/suplies", expected the address of a page or a list that admin has (roles.admin.list of a resource). Did you mean "/supplies"?',
      'src/roles.ts: admin.phoneHome.path: found "/shlef", expected the address of a page or a list that admin has (roles.admin.list of a resource). Did you mean "/shelf"?',
    ]);
    // Screens of other roles do not count.
    expect(errors({ admin, clerk: { home: '/supplies', manages: true } })).toEqual([
      'src/roles.ts: clerk.home: found "/supplies", expected the address of a page or a list that clerk has (roles.clerk.list of a resource).',
      'src/roles.ts: clerk.manages: found true, expected no second role that manages the others: admin does.',
    ]);
    expect(errors({ admin: { home: '/supplies' } })).toEqual([
      'src/roles.ts: manages: found "no role with it", expected manages: true at one role, or nobody could ever sign in.',
    ]);
  });
});

test('accepts a valid page', () => expect(pageErrors(shelf)).toEqual([]));
test.each<[string, unknown]>([
  ['src/pages/shelf.page.ts: found no default export, expected export default definePage({ ... }).', undefined],
  [
    `src/pages/shelf.page.ts: paths.amdin: found "amdin", expected one of ${getPageRoles().names.join(', ')}. Did you mean "admin"?`,
    { ...shelf, paths: { amdin: '/shelf' } },
  ],
  [
    'paths.admin: found "/other", expected a path that is free (it belongs to src/pages/other.page.ts).',
    { ...shelf, paths: { admin: '/other' } },
  ],
  [
    'found "/other/shelf", expected a path that is free, above and below no other: /other',
    { ...shelf, paths: { admin: '/other/shelf' } },
  ],
  ['above and below no other: /api (it belongs to the portal itself).', { ...shelf, paths: { admin: '/api/shelf' } }],
  [
    'src/resources/supplies.ts: roles.admin.list: found "/supplies", expected a path with no other below it (/supplies/shelf belongs to src/pages/shelf.page.ts).',
    { ...shelf, paths: { admin: '/supplies/shelf' } },
  ],
  [
    'expected a path that is free (it belongs to src/pages/shelf.page.ts).',
    { ...shelf, paths: { admin: '/supplies' } },
  ],
  ['icon: found "inventry", expected one of add', { ...shelf, icon: 'inventry' }],
  ['tittle: found "tittle", expected a supported key. Did you mean "title"?', { ...shelf, tittle: 'Shelf' }],
  [`paths: found {}, expected a path for one of ${getPageRoles().names.join(', ')}`, { ...shelf, paths: {} }],
  ['found "Shelf", expected a function that imports a component', { ...shelf, component: 'Shelf' }],
])('reports of a page: %s', (error, page) => {
  expect(pageErrors(page).filter((one) => one.includes(error))).toHaveLength(1);
});

describe('lookups', () => {
  const errors = (lookup: unknown, field: object = {}, change: (all: Loose) => void = () => {}) => {
    const all: Loose = structuredCloneOf({ books, copies, loans });
    all.loans.fields.author = { ...all.loans.fields.author, lookup, ...field };
    change(all);
    const found = errorsIn(() =>
      checkResources(inFiles({ ...all, employees, laboratories }), { roles: getPageRoles(), keys }),
    );
    return found.map((error) => error.replace('src/resources/loans.ts: fields.author', ''));
  };

  test('reports an unknown path with the nearest name', () => {
    expect(errors('copy.book.author')).toEqual([]);
    expect(errors('copy.bok.author')).toEqual([
      '.lookup: found "bok", expected a reference of copies. Did you mean "book"?',
    ]);
    expect(errors('copy.book.autor')).toEqual([
      '.lookup: found "autor", expected a field of books that holds a single value of its own. Did you mean "author"?',
    ]);
    expect(errors('author')).toEqual([
      '.lookup: found "author", expected a path over a reference, such as book.author.',
    ]);
    // Reported once, at the reference.
    const lost = errors(
      'copy.book.author',
      {},
      ({ loans: { fields } }) => (fields.copy = { ...fields.copy, to: 'copys' }),
    );
    expect(lost).toEqual([
      'src/resources/loans.ts: fields.copy.to: found "copys", expected the name of a resource. Did you mean "copies"?',
    ]);
    expect(errors(7)).toEqual(['.lookup: found 7, expected a path over a reference, such as book.author.']);
    expect(errors('copy.book.pages')).toEqual([': found "text", expected number, as books.pages is.']);
    expect(errors('copy.book.author', { required: true })).toEqual([
      '.required: found true, expected nothing: the value is read in another record.',
    ]);
  });

  test('fall back only to a field of the same kind, for the same readers', () => {
    const path = 'copy.book.author';
    const typed = (field: object) => (all: Loose) =>
      (all.loans.fields.typed = { ...all.loans.fields.author, ...field });
    const own = { lookup: undefined };
    expect(errors(path, { fallback: 'typed' }, typed(own))).toEqual([]);
    expect(errors(path, { fallback: 'dueOn' }, typed(own))).toEqual([
      '.fallback: found "dueOn", expected a field of the kind text of its own. There are typed.',
    ]);
    expect(errors(path, { fallback: 'typed' }, typed({ ...own, read: ['admin', 'employee'] }))).toEqual([
      '.fallback: found "typed", expected what laboratory may read; else fields.author.read without laboratory.',
    ]);
  });

  test('reveal nothing that a role may not read', () => {
    const closed = errors(
      'copy.book.author',
      {},
      ({ books: { fields } }) => (fields.author.read = ['admin', 'employee']),
    );
    expect(closed).toEqual([
      '.lookup: found "books.author", expected what laboratory may read; else fields.author.read without laboratory.',
    ]);
  });
});

test('refuses unknown features in every place', () => {
  const config: Loose = structuredCloneOf(supplies());
  config.feature = 'stock';
  config.list.columns = [{ field: 'title', feature: 'stok' }];
  config.list.sortableByFeature = { fnd: ['title'] };
  config.create.groups[0].feature = 'stock';
  const errors = (offered: readonly string[]) => errorsIn(() => checkFeatures([config], offered));
  expect(errors(['find', 'stock'])).toEqual([
    expect.stringMatching(/supplies\.ts: list\.columns\.0\.feature: found "stok", .* Did you mean "stock"\?$/),
    expect.stringMatching(/supplies\.ts: list\.sortableByFeature\.fnd: found "fnd", .* Did you mean "find"\?$/),
  ]);
  expect(errors(['find', 'stock', 'stok', 'fnd'])).toEqual([]);
});
