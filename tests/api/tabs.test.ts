import { mayDo } from 'portal-frame';
import { loadResources } from 'portal-frame/internal/server';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import { ROLES } from '../roles.ts';
import { serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';

const resources = await loadResources({ roles: getPageRoles() });
const server = serverForAll({}, { resources });

test('opens each tab of a list for every role of the list', async () => {
  const collections = resources.filter(({ api }) => !api);
  const tabs = collections.flatMap((resource) =>
    (resource.list.tabs ?? []).flatMap(({ where }) =>
      ROLES.filter((role) => mayDo(resource, role, 'list')).map((role) => ({ name: resource.name, role, where })),
    ),
  );
  expect(tabs.filter(({ where }) => where).length).toBeGreaterThan(5);
  for (const { name, role, where } of tabs)
    expect([name, role, where, (await clientOf(server, role, name).list({ where: where ?? {} })).http]).toEqual([
      ...[name, role, where],
      200,
    ]);
});
