import { describe, expect, test } from 'vitest';
import { checkResources } from '../../config/checkResources.ts';
import type { AnyResource } from '../../config/resource.ts';
import { children, choice, number, reference, text } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext } from '../../server/records/operations/recordsContext.ts';
import workshop from '../app/server/app.ts';
import { clientOf } from './client.ts';
import { hasPlugin, serverForTest } from './harness.ts';
import { resourceOf } from './resourceOf.ts';

type Values = Record<string, unknown>;

const toNumber = (value: unknown) => Number(value ?? 0);

/** Orders have lines of products. Both refuse values by what they look up, sum up and compute from it. */
function createShop(order: object = {}): AnyResource[] {
  return [
    resourceOf('products', { title: text(), price: number() }),
    resourceOf(
      'orders',
      {
        title: text(),
        most: number(),
        lines: children({ resource: 'lines', field: 'order', columns: ['product', 'quantity'] }),
        net: number({ rollup: { of: 'lines', sum: 'cost' } }),
        total: number(),
        state: choice({ choices: ['open', 'sent'] }),
      },
      {
        create: { groups: [{ label: 'All', fields: ['title', 'most', 'lines'] }] },
        states: {
          field: 'state',
          start: 'open',
          transitions: { send: { from: 'open', to: 'sent', when: { total: { gt: 50 } } } },
        },
        roles: { admin: { can: ['list', 'create', 'edit', 'send'] } },
        compute: { total: ({ net }: Values) => toNumber(net) * 2 },
        validate: ({ total, most }: Values) => (toNumber(total) > toNumber(most) ? { most: 'Too much.' } : {}),
        ...order,
      },
    ),
    resourceOf(
      'lines',
      {
        order: reference({ to: 'orders', onDelete: 'delete' }),
        product: reference({ to: 'products' }),
        quantity: number(),
        price: number({ lookup: 'product.price' }),
        cost: number(),
      },
      {
        create: { groups: [{ label: 'All', fields: ['order', 'product', 'quantity'] }] },
        roles: { admin: { can: ['list', 'create', 'edit', 'delete', 'import'] } },
        compute: { cost: ({ quantity, price }: Values) => toNumber(quantity) * toNumber(price) },
        validate: ({ price, cost }: Values) => {
          if (toNumber(price) === 0) return { product: 'Has no price.' };
          return toNumber(cost) > 100 ? { quantity: 'Too dear.' } : {};
        },
      },
    ),
  ];
}

async function openShop() {
  const server = await serverForTest({}, { resources: createShop() });
  const [orders, lines, products] = ['orders', 'lines', 'products'].map((name) => clientOf(server, 'admin', name)) as [
    ReturnType<typeof clientOf>,
    ReturnType<typeof clientOf>,
    ReturnType<typeof clientOf>,
  ];
  const cheap = (await products.create({ title: 'Cheap', price: 5 })).body.id as string;
  const dear = (await products.create({ title: 'Dear', price: 60 })).body.id as string;
  return { server, orders, lines, cheap, dear };
}

describe('the validation of a record', () => {
  test('sees what a new or changed reference leads to', async () => {
    const { lines, cheap, dear } = await openShop();
    const { http, body } = await lines.create({ product: cheap, quantity: 2 });
    expect([http, body.cost]).toEqual([201, 10]);
    expect(await lines.create({ product: dear, quantity: 2 })).toMatchObject({
      http: 400,
      body: { data: { errors: { quantity: 'Too dear.' } } },
    });
    expect(await lines.update(body.id, { product: dear })).toMatchObject({
      http: 400,
      body: { data: { errors: { quantity: 'Too dear.' } } },
    });
    expect(await lines.update(body.id, { product: dear, quantity: 1 })).toMatchObject({
      http: 200,
      body: { cost: 60 },
    });
    expect(await lines.update(body.id, { product: null })).toMatchObject({
      http: 400,
      body: { data: { errors: { product: 'Has no price.' } } },
    });
  });

  test('sees the sum of the rows that are sent with the record', async () => {
    const { orders, cheap } = await openShop();
    const refusal = { http: 400, body: { data: { errors: { most: 'Too much.' } } } };
    const rows = [{ product: cheap, quantity: 3 }];
    expect(await orders.create({ title: 'A', most: 20, lines: rows })).toMatchObject(refusal);
    const { http, body } = await orders.create({ title: 'A', most: 30, lines: rows });
    expect([http, body.total]).toEqual([201, 30]);
    expect(await orders.update(body.id, { lines: rows })).toMatchObject(refusal);
    const [{ id }] = body.lines as [{ id: string }];
    const fewer = { most: 10, lines: [{ id, quantity: 1 }] };
    expect(await orders.update(body.id, fewer)).toMatchObject({ http: 200, body: { total: 10 } });
    expect(await orders.update(body.id, { most: 9 })).toMatchObject(refusal);
    expect((await orders.list({})).body).toMatchObject([{ total: 10, most: 10 }]);
  });

  test('names the record of several', async () => {
    const { server, lines, cheap, dear } = await openShop();
    const api = records(systemContext(server.services));
    const many = [
      { product: cheap, quantity: 2 },
      { product: dear, quantity: 3 },
    ];
    await expect(api.createMany('lines', many)).rejects.toMatchObject({ status: 400, details: { index: 1 } });
    expect((await lines.list({})).body).toEqual([]);
    const made = await api.createMany('lines', [many[0] as Values, many[0] as Values]);
    await expect(
      api.updateMany('lines', { where: { id: { in: made.map(({ id }) => id) } } } as never, { product: dear }),
    ).rejects.toMatchObject({ status: 400 });
  });

  test.runIf(hasPlugin('imports'))('names the row of a file', async () => {
    const { lines, cheap, dear } = await openShop();
    const content = `Product,Quantity\n${cheap},1\n${dear},9\n`;
    const file = new File([content], 'lines.csv', { type: 'text/csv' });
    expect(await lines.upload('/import', { file: [file] }, {})).toMatchObject({
      http: 400,
      body: { data: { rowErrors: [{ row: 3, field: 'quantity', message: 'Too dear.' }] } },
    });
    expect((await lines.list({})).body).toEqual([]);
  });
});

test('a transition asks what is computed from rows', async () => {
  const { orders, lines, cheap } = await openShop();
  const { body } = await orders.create({ most: 100, lines: [{ product: cheap, quantity: 5 }] });
  expect((await orders.send('POST', `/${body.id}/send`, {})).http).toBe(409);
  await lines.create({ order: body.id, product: cheap, quantity: 2 });
  expect((await orders.send('POST', `/${body.id}/send`, {})).http).toBe(200);
});

describe('the start refuses', () => {
  const refuse = (order: object, message: string) =>
    expect(() =>
      checkResources(Object.fromEntries(createShop(order).map((one) => [`src/resources/${one.name}.ts`, one])), {
        roles: workshop.roles as never,
      }),
    ).toThrow(message);

  test('a rule over a value that is computed from rows', () =>
    refuse({ rules: { unique: ['title', 'total'] } }, 'rules.unique.1: found "total"'));

  test.each(['net', 'total'])('an action that sets %s', (name) => {
    const actions = { reset: { field: 'most', value: null, values: { [name]: 0 }, placement: 'row' } };
    refuse({ actions, roles: { admin: { can: ['list', 'create', 'edit', 'send', 'reset'] } } }, `reset.values.${name}`);
  });
});
