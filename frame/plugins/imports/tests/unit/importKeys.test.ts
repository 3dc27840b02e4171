import { type AnyResource, defineResource, text } from 'portal-frame';
import { ConfigError, checkResources } from 'portal-frame/internal';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import keys from '../../importKeys.ts';

const supplies = defineResource({
  name: 'supplies',
  icon: 'inventory',
  fields: { title: text({ required: true }) },
  list: { columns: ['title'] },
  create: { groups: { supply: ['title'] } },
  roles: { admin: { list: '/supplies', form: '/add-supplies', can: ['list', 'create', 'import'] } },
});

/** Returns the errors of a config with these keys, typed like a file written without an editor. */
function errorsOf(more: object, added: Parameters<typeof checkResources>[1]['keys'] = keys): readonly string[] {
  const config = { ...supplies, ...more } as unknown as AnyResource;
  try {
    checkResources({ 'src/resources/supplies.ts': config }, { roles: getPageRoles(), keys: added });
    return [];
  } catch (cause) {
    if (cause instanceof ConfigError) return cause.errors;
    throw cause;
  }
}

const NEEDED = 'expected a create form and, with calls of its own, one in api.import.admin.';
const table = { name: 'supplies', columns: { title: 'title' } };

test('needs a create form, whose entries are the columns of a file', () => {
  expect(errorsOf({ import: { optional: ['title'], headings: { title: ['Name'] } } })).toEqual([]);
  const { create, ...bare } = supplies;
  expect(create).toBeDefined();
  const roles = { admin: { list: '/supplies', can: ['list', 'import'] } };
  expect(errorsOf({ ...bare, create: undefined, roles })).toContainEqual(
    `src/resources/supplies.ts: roles.admin.can: found "import", ${NEEDED}`,
  );
});

test('needs a call in a resource with calls of its own', () => {
  expect(errorsOf({ api: { list: {} }, table })).toContainEqual(expect.stringContaining(NEEDED));
  expect(errorsOf({ api: { list: {}, import: { admin: {} } }, table }).join()).not.toContain('import');
});

test('refuses its key and its part of the calls without the plug-in', () => {
  expect(errorsOf({ import: {} }, {}).join()).toContain('import: found "import", expected a supported key.');
  expect(errorsOf({ api: { list: {}, import: { admin: {} } }, table }, {}).join()).toContain(
    'api.import: found "import", expected a part of api.',
  );
});
