// On SQLite only: nothing here depends on the database.
import { type Call, call, defineResource, failureTexts, mayDo, number, text } from 'portal-frame';
import { splitWords } from 'portal-frame/internal';
import { getPageRoles } from 'portal-frame/roles';
import { checkReplies, documentOf } from 'portal-frame/testing/helpers';
import { API_ROOT } from 'portal-frame/wire';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DEMO_PASSWORD } from '../../server/demo/demoStaff.ts';
import { seedCollections } from '../../server/demo/seedCollections.ts';
import { seedDemo } from '../../server/demo/seedDemo.ts';
import books from '../fixtures/books.ts';
import copies from '../fixtures/copies.ts';
import supplies from '../fixtures/supplies.ts';
import { resolved } from '../roles.ts';
import { hasPlugin, type Person, serverForAll, serverForTest } from './harness.ts';
import { createApiKey } from './keys.ts';
import { withOrders } from './orderConfigs.ts';
import { getPartResources } from './partResources.ts';
import { type CallName, calls } from './servedCalls.ts';

type Schema = { properties: Record<string, unknown>; required?: string[]; $ref?: string };
interface Operation {
  operationId?: string;
  security?: object[];
  parameters?: { description?: string }[];
  responses: Record<string, { content: object }>;
}
interface Docs {
  servers: object[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** The margin is a secret of admins. */
const SAMPLES = defineResource({
  name: 'secretSamples',
  icon: 'science',
  fields: { title: text({ required: true }), margin: number({ required: true, read: ['admin'], write: ['admin'] }) },
  list: { columns: ['title'], sort: { field: 'title', order: 'ASC' } },
  create: { groups: [{ fields: ['title', { field: 'margin', roles: ['admin'] }] }] },
  roles: {
    admin: { list: '/secret-samples', can: ['list', 'create', 'edit'] },
    laboratory: { list: '/secret-samples', can: ['list', 'edit'] },
  },
});

const lent = call({
  method: 'GET',
  path: '/lent',
  roles: ['admin'],
  summary: 'How many are lent.',
  data: z.object({ count: z.int() }),
  failure: failureTexts('server.ok'),
});

let docs: Docs;
const server = serverForAll({}, { resources: [supplies, books, copies] as never });
beforeAll(async () => {
  docs = await documentOf(server.app);
});

test('matches every reply of a collection to its schema, without other fields, for each role', async () => {
  const own = await serverForTest({}, withOrders(...getPartResources('custody')));
  await own.services.db.deleteFrom('accounts').execute();
  await seedDemo(own.services, (db) => seedCollections(own.services, db));
  const seen: string[] = [];
  const wrong: unknown[] = [];
  for (const role of getPageRoles().names) {
    const body = { email: `${role}@demo.test`, password: DEMO_PASSWORD };
    const authorization = `Bearer ${(await own.call('signIn', { body })).data.userAuthToken}`;
    const get = async (path: string) =>
      (await own.inject({ url: `${API_ROOT}/${path}`, headers: { authorization } })).json();
    const { schemas } = ((await get('docs/json')) as Docs).components;
    for (const { resource, existingTable } of own.services.collections) {
      if (existingTable || !mayDo(resource, role, 'list')) continue;
      const { name } = resource;
      const records = await get(`collections/${name}?range=[0,99]`);
      const [first] = records;
      if (!first) continue;
      seen.push(`${role} ${name}`);
      const described = schemas[splitWords(name).replace(/\W/g, '')];
      const schema = z.fromJSONSchema({ ...described, additionalProperties: false } as z.core.JSONSchema.JSONSchema);
      for (const record of [...records, await get(`collections/${name}/${first.id}`)]) {
        const { error } = schema.safeParse(record);
        if (error) wrong.push({ role, name, error: z.prettifyError(error) });
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(seen).toEqual(
    expect.arrayContaining(hasPlugin('orders') ? ['laboratory stabilities', 'admin drawnTubes'] : []),
  );
});

test.each([
  ['/common/events', 'get', 'text/event-stream'],
  ['/documents/invoice/{id}/pdf', 'post', 'application/pdf'],
  ['/documents/invoice/{id}/csv', 'post', 'text/csv'],
])('documents the reply of %s as %s %s', (path, method, type) => {
  const reply = docs.paths[`${API_ROOT}${path}`]?.[method]?.responses[200];
  expect(Object.keys(reply?.content ?? {})).toEqual([type]);
});

test('describes server, operation ids and parameters for generated clients', () => {
  const operations = Object.values(docs.paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.filter((id) => !/^\w+$/.test(id ?? ''))).toEqual([]);
  expect(ids.length).toBe(new Set(ids).size);
  const bare = operations.flatMap(({ parameters = [] }) => parameters.filter(({ description }) => !description));
  expect(bare).toEqual([]);
  expect(docs.components.schemas.Copies?.properties.book).toMatchObject({
    description: 'Refers to books by id.',
  });
  expect(docs.servers).toEqual([{ url: '/' }]);
});

test('describes the refusals of every operation, also by their range', () => {
  const operations = Object.values(docs.paths).flatMap((methods) => Object.values(methods));
  const silent = operations.filter(({ responses }) => !responses['4XX'] || !responses.default);
  expect(silent.map(({ operationId }) => operationId)).toEqual([]);
});

test('documents API keys, safe repeats and uploads', () => {
  const { components, paths } = docs as unknown as {
    components: { securitySchemes: { token: { description: string } } };
    paths: Record<
      string,
      Record<string, { description: string; parameters?: { name: string }[]; requestBody?: object }>
    >;
  };
  expect(components.securitySchemes.token.description).toContain('API key');
  const of = (path: string, method: string) => paths[`${API_ROOT}${path}`]?.[method];
  const headersOf = (path: string, method: string) => of(path, method)?.parameters?.map(({ name }) => name) ?? [];
  expect(headersOf('/collections/supplies', 'post')).toContain('Idempotency-Key');
  expect(headersOf('/laboratory/add-appointment', 'post')).toContain('Idempotency-Key');
  expect(headersOf('/collections/supplies', 'get')).not.toContain('Idempotency-Key');
  expect(headersOf('/collections/supplies/find', 'post')).not.toContain('Idempotency-Key');
  if (hasPlugin('apiKeys')) expect(of('/admin/create-api-key', 'post')?.description).toContain('API keys are refused');
  const forms = Object.values(paths).flatMap((methods) =>
    Object.values(methods).filter(({ requestBody }) =>
      JSON.stringify(requestBody ?? {}).includes('multipart/form-data'),
    ),
  );
  expect(forms.length).toBeGreaterThan(3);
  for (const { requestBody } of forms) expect(JSON.stringify(requestBody)).toContain('"format":"binary"');
});

test('separates the schemas of new and changed records', async () => {
  const { SuppliesCreate, SuppliesChange } = (await documentFor('admin')).components.schemas;
  expect(SuppliesCreate?.required).toContain('item');
  expect(SuppliesCreate?.properties).not.toHaveProperty('version');
  expect(SuppliesChange?.required).toBeUndefined();
  expect(SuppliesChange?.properties).toHaveProperty('version');
});

/** The document as served to a token, or to nobody. */
async function documentBy(token?: string): Promise<Docs> {
  const reply = await server.inject({
    url: `${API_ROOT}/docs/json`,
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  });
  expect(reply.statusCode).toBe(200);
  return reply.json();
}
const documentFor = async (person: Person) => documentBy(await server.tokenOf(person));
const listOperations = ({ paths }: Docs) =>
  Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`));

describe('document of a caller', () => {
  test('shows only public calls without a session (ASVS 13.4.5)', async () => {
    const { paths, components } = await documentBy();
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.length).toBeGreaterThan(5);
    expect(operations.filter(({ security }) => security?.length !== 0)).toEqual([]);
    expect(Object.keys(components.schemas)).toEqual(['ErrorReply']);
    expect(JSON.stringify(paths)).not.toMatch(/collections|Specimen|tubeKind/);
  });

  test('shows a role only its own operations', async () => {
    const all = Object.entries(calls as Record<CallName, Call>);
    for (const person of ['admin', 'employee', 'laboratory'] as const) {
      const shown = new Set(listOperations(await documentFor(person)));
      const differing = all.filter(
        ([, { method, path, roles }]) =>
          shown.has(`${method.toLowerCase()} ${API_ROOT}${path}`) !==
          (roles === 'public' || resolved({ roles } as never).roles.includes(person)),
      );
      expect(differing.map(([name]) => `${person} ${name}`)).toEqual([]);
    }
  });

  test('omits fields that the role may not read or write, and their marks', async () => {
    const own = await serverForTest({}, { resources: [SAMPLES] as never });
    const schemasOf = async (person: Person) => {
      const headers = { authorization: `Bearer ${await own.tokenOf(person)}` };
      const { payload } = await own.inject({ url: `${API_ROOT}/docs/json`, headers });
      expect(payload).not.toMatch(/"x-(roles|audience)"/);
      return (JSON.parse(payload) as Docs).components.schemas;
    };
    const admin = await schemasOf('admin');
    const laboratory = await schemasOf('laboratory');
    expect(Object.keys(admin.SecretSamples?.properties ?? {})).toContain('margin');
    expect(admin.SecretSamples?.required).toContain('margin');
    expect(Object.keys(admin.SecretSamplesChange?.properties ?? {})).toEqual(['title', 'margin', 'version']);
    expect(Object.keys(laboratory.SecretSamplesChange?.properties ?? {})).toEqual(['title', 'version']);
    expect(JSON.stringify(laboratory)).not.toContain('margin');
    expect(await schemasOf('employee')).not.toHaveProperty('SecretSamples');
  });

  test.runIf(hasPlugin('apiKeys'))('shows a key the operations within its scope', async () => {
    const scope = { access: 'read', resources: ['supplies'] };
    const { token } = await createApiKey(server, 'admin', { name: 'Reader', days: 1, ...scope });
    const open = listOperations(await documentBy(token));
    const outside = await documentBy();
    const gained = open.filter((one) => !listOperations(outside).includes(one));
    expect(gained).toContain(`get ${API_ROOT}/collections/supplies`);
    expect(gained.filter((one) => !one.includes('/collections/supplies'))).toEqual([]);
    expect(gained.filter((one) => /^(put|delete)/.test(one))).toEqual([]);
  });

  test('is refused to an invalid token', async () => {
    const reply = await server.inject({ url: `${API_ROOT}/docs/json`, headers: { authorization: 'Bearer wrong' } });
    expect(reply.statusCode).toBe(401);
  });
});

test('fails a test whose reply contradicts the document', async () => {
  const broken = { call: { ...lent, path: '/broken' }, handle: async () => ({ data: { count: 'none' } }) };
  const own = await serverForTest({}, { endpoints: { broken } as never });
  checkReplies(own.app, own.services, [broken]);
  const headers = { authorization: `Bearer ${await own.tokenOf('admin')}` };
  await expect(own.inject({ url: `${API_ROOT}/broken`, headers })).rejects.toThrow(
    'The reply contradicts the OpenAPI document: get /api/v1/broken 200: data/data/count must be integer',
  );
});
