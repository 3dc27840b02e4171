import { type AnyResource, children, number, reference, text } from 'portal-frame';
import { checkResources } from 'portal-frame/internal';
import { getPageRoles } from 'portal-frame/roles';
import { expect, test } from 'vitest';
import { clientOf } from '../../../../tests/api/client.ts';
import { serverForTest } from '../../../../tests/api/harness.ts';
import { resourceOf } from '../../../../tests/api/resourceOf.ts';
import keys from '../../keys.ts';

/** Orders sum up their lines. */
const createShop = (order: object): AnyResource[] => [
  resourceOf(
    'orders',
    {
      title: text(),
      lines: children({ resource: 'lines', field: 'order', columns: ['cost'] }),
      net: number({ rollup: { of: 'lines', sum: 'cost' } }),
      total: number(),
    },
    {
      create: { groups: [{ label: 'All', fields: ['title', 'lines'] }] },
      roles: { admin: { can: ['list', 'create', 'edit'] } },
      compute: { total: ({ net }: Record<string, unknown>) => Number(net ?? 0) * 2 },
      ...order,
    },
  ),
  resourceOf(
    'lines',
    { order: reference({ to: 'orders', onDelete: 'delete' }), cost: number() },
    {
      create: { groups: [{ label: 'All', fields: ['order', 'cost'] }] },
      roles: { admin: { can: ['list', 'create', 'edit', 'delete'] } },
    },
  ),
];

test('an automation asks what is computed from the rows that are sent with the record', async () => {
  const tell = { on: { create: true }, where: { total: { gt: 50 } }, job: 'tell' };
  const server = await serverForTest({}, { resources: createShop({ automations: { tell } }) });
  const ids: string[] = [];
  for (const cost of [25, 30]) {
    const { body } = await clientOf(server, 'admin', 'orders').create({ lines: [{ cost }] });
    ids.push(body.id);
  }
  const events = await server.services.db.selectFrom('event_deliveries').select('record_id').execute();
  expect(events).toEqual([{ record_id: ids[1] }]);
});

test.each(['net', 'total'])('the start refuses an event at a change of %s, which follows the rows', (name) => {
  const on = { update: [name] };
  const check = (order: object) =>
    checkResources(Object.fromEntries(createShop(order).map((one) => [`src/resources/${one.name}.ts`, one])), {
      ...{ roles: getPageRoles(), keys },
    });
  expect(() => check({ on })).toThrow(`on.update.0: found "${name}"`);
  expect(() => check({ automations: { tell: { on, job: 'tell' } } })).toThrow(
    `automations.tell.on.update.0: found "${name}"`,
  );
});
