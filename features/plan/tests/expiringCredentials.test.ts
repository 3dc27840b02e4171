import { systemContext } from 'portal-frame/server';
import { expect, it } from 'vitest';
import { serverForAll } from '../../../tests/api/harness.ts';
import { planConfigs } from '../../../tests/api/planConfigs.ts';
import { clientOf } from '../../../tests/api/supplies.ts';
import expiringCredentials from '../server/expiringCredentials.ts';

const server = serverForAll({}, planConfigs);

it('warns the employee and the admins 30 days before a credential expires (spec 33.2)', async () => {
  expect(expiringCredentials).toMatchObject({ resource: 'credentials', before: 'expiresOn', days: 30 });
  const create = async (name: string, values: object) =>
    (await clientOf(server, 'admin', name).create(values as never)).body;
  const skill = await create('skills', { name: 'Pediatric draws', forEveryVisit: false });
  const record = await create('credentials', {
    ...{ employee: server.ids.employee, skill: skill.id, expiresOn: '2033-03-31' },
  });
  const context = { ...systemContext(server.services, 'test'), log: {} as never, dueAt: 0, now: 0 };
  await (expiringCredentials.run as (of: typeof context, record: object) => Promise<void>)(context, record);
  const found = await server.services.db
    .selectFrom('notifications')
    .selectAll()
    .where('title', '=', 'Credential expires soon')
    .execute();
  expect(found.map((one) => one.account_id).toSorted()).toEqual([server.ids.admin, server.ids.employee].toSorted());
  expect(found[0]?.body).toMatch(/expires on 2033-03-31\./);
});
