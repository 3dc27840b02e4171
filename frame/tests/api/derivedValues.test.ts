import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { AnyResource } from '../../config/resource.ts';
import { children, number, reference, text } from '../../fields/index.ts';
import type { Fields } from '../../fields/kind.ts';
import { transact } from '../../server/outbox/transact.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext } from '../../server/records/operations/recordsContext.ts';
import { getCollection, getColumn } from '../../server/records/schema/collection.ts';
import { type Answer, clientOf } from './client.ts';
import { hasPlugin, startServer, type TestServer } from './harness.ts';
import { resourceOf } from './resourceOf.ts';
import { casesOf } from './size.ts';

type Values = Record<string, unknown>;
type By = 'sum' | 'min' | 'max';

/** A config of derived values over each other, three levels deep. */
interface Shape {
  rollups: [By, By];
  /** Computed fields stand before those that they read. */
  reversed: boolean;
  /** Functions take the record as a whole. */
  whole: boolean;
  softDelete: boolean;
  history: boolean;
}

const toNumber = (value: unknown) => Number(value ?? 0);

/** Products have a price; orders have lines of products, and lines have parts. */
function createResources({ rollups: [ofLines, ofParts], reversed, whole, ...more }: Shape): AnyResource[] {
  const make = (name: string, given: Fields, inputs: string[]) => {
    const entries = Object.entries(given);
    const fields = Object.fromEntries(reversed ? entries.toReversed() : entries);
    const create = { groups: [{ label: 'All', fields: inputs }] };
    const actions = inputs.includes('quantity') ? { count: { field: 'quantity', placement: 'row', bulk: true } } : {};
    const can = ['list', 'show', 'create', 'edit', 'delete', 'import', ...Object.keys(actions)];
    const roles = { admin: { list: `/${name}`, form: `/add-${name}`, can } };
    return resourceOf(name, fields, { ...more, create, actions, roles });
  };
  const cost = whole
    ? (line: Values) => toNumber(line.quantity) * toNumber(line.price) + toNumber(line.partSum)
    : ({ quantity, price, partSum }: Values) => toNumber(quantity) * toNumber(price) + toNumber(partSum);
  return [
    make('products', { title: text(), price: number() }, ['title', 'price']),
    make(
      'orders',
      {
        title: text(),
        factor: number(),
        lines: children({ resource: 'lines', field: 'order', columns: ['product', 'quantity'] }),
        count: number({ rollup: { of: 'lines', count: true } }),
        net: number({ rollup: { of: 'lines', [ofLines]: 'cost' } as never }),
        total: number({ compute: ({ net, factor }: Values) => toNumber(net) * toNumber(factor) } as never),
        twice: number({ compute: ({ total, count }: Values) => toNumber(total) * 2 + toNumber(count) } as never),
      },
      ['title', 'factor', 'lines'],
    ),
    make(
      'lines',
      {
        order: reference({ to: 'orders', onDelete: 'delete' }),
        product: reference({ to: 'products', onDelete: 'clear' }),
        quantity: number(),
        price: number({ lookup: 'product.price' }),
        parts: children({ resource: 'parts', field: 'line', columns: ['amount'] }),
        partSum: number({ rollup: { of: 'parts', [ofParts]: 'double' } as never }),
        cost: number({ compute: cost } as never),
      },
      ['order', 'product', 'quantity', 'parts'],
    ),
    make(
      'parts',
      {
        line: reference({ to: 'lines', onDelete: 'delete' }),
        amount: number(),
        double: number({ compute: ({ amount }: Values) => toNumber(amount) * 2 } as never),
      },
      ['line', 'amount'],
    ),
  ];
}

const listAll = async (server: TestServer, name: string) =>
  (await clientOf(server, 'admin', name).list({ range: [0, 999] })).body as (Values & { id: string })[];

function rollUp(by: By, values: unknown[]): number | null {
  const numbers = values.map(toNumber);
  if (by === 'sum') return numbers.reduce((sum, one) => sum + one, 0);
  return numbers.length > 0 ? Math[by](...numbers) : null;
}

/** Compares every derived value with one that is counted again from the values that people enter. */
async function expectRecount(server: TestServer, { rollups: [ofLines, ofParts] }: Shape, after: string) {
  const [products, orders, lines, parts] = await Promise.all(
    ['products', 'orders', 'lines', 'parts'].map((name) => listAll(server, name)),
  );
  const doubles: Values[] = (parts ?? []).map((part) => ({ ...part, double: toNumber(part.amount) * 2 }));
  const counted: Values[] = (lines ?? []).map((line) => {
    const own = doubles.filter((part) => part.line === line.id).map((part) => part.double);
    const price = products?.find(({ id }) => id === line.product)?.price ?? null;
    const partSum = rollUp(ofParts, own);
    return { ...line, price, partSum, cost: toNumber(line.quantity) * toNumber(price) + toNumber(partSum) };
  });
  const totals = (orders ?? []).map((order) => {
    const own = counted.filter((line) => line.order === order.id);
    const net = rollUp(
      ofLines,
      own.map((line) => line.cost),
    );
    const total = toNumber(net) * toNumber(order.factor);
    return { ...order, count: own.length, net, total, twice: total * 2 + own.length };
  });
  expect({ after, parts, lines, orders }).toEqual({ after, parts: doubles, lines: counted, orders: totals });
}

const succeeds = ({ http, body }: Answer) => expect([http < 300, http < 300 || body]).toEqual([true, true]);

/** Writes of every path. `pick` chooses one of a list. */
const WRITES: Record<
  string,
  (server: TestServer, pick: <T>(all: readonly T[]) => T, amount: number) => Promise<unknown>
> = {
  async rows(server, pick, amount) {
    const order = pick(await listAll(server, 'orders'));
    const rows = (await listAll(server, 'lines')).filter((line) => line.order === order.id);
    const product = pick(await listAll(server, 'products'))?.id ?? null;
    const changed = rows.slice(0, 1).map(({ id }) => ({ id, quantity: amount }));
    const removed = rows.slice(1, 2).map(({ id }) => ({ id, removed: true }));
    if (!order) return;
    const reply = await clientOf(server, 'admin', 'orders').update(order.id, {
      lines: [...changed, ...removed, { product, quantity: 2, parts: [] }],
    });
    succeeds(reply);
    const [stored] = (await listAll(server, 'orders')).filter(({ id }) => id === order.id);
    for (const name of ['net', 'total', 'twice']) expect([name, reply.body[name]]).toEqual([name, stored?.[name]]);
  },
  async create(server, pick, amount) {
    const line = { order: pick(await listAll(server, 'orders')).id, quantity: amount };
    const parts = [{ amount }, { amount: 1 }];
    const product = pick(await listAll(server, 'products'))?.id ?? null;
    succeeds(await clientOf(server, 'admin', 'lines').create({ ...line, product, parts }));
  },
  async move(server, pick) {
    const order = pick(await listAll(server, 'orders')).id;
    await clientOf(server, 'admin', 'lines').update(pick(await listAll(server, 'lines'))?.id ?? '', { order });
  },
  async part(server, pick, amount) {
    succeeds(
      await clientOf(server, 'admin', 'parts').create({
        line: pick(await listAll(server, 'lines'))?.id ?? null,
        amount,
      }),
    );
  },
  async changePart(server, pick, amount) {
    await clientOf(server, 'admin', 'parts').update(pick(await listAll(server, 'parts'))?.id ?? '', { amount });
  },
  async price(server, pick, price) {
    await clientOf(server, 'admin', 'products').update(pick(await listAll(server, 'products'))?.id ?? '', { price });
  },
  async factor(server, pick, factor) {
    await clientOf(server, 'admin', 'orders').update(pick(await listAll(server, 'orders')).id, { factor });
  },
  async count(server, _pick, quantity) {
    const ids = (await listAll(server, 'lines')).map(({ id }) => id);
    const sent = { ids, values: { quantity } };
    if (ids.length > 0) succeeds(await clientOf(server, 'admin', 'lines').send('POST', '/many/count', sent));
  },
  async import(server, _pick, amount) {
    if (!hasPlugin('imports')) return;
    const file = new File([`Amount\n${amount}\n${amount}\n`], 'parts.csv', { type: 'text/csv' });
    succeeds(await clientOf(server, 'admin', 'parts').upload('/import', { file: [file] }, {}));
  },
  async many(server, pick, quantity) {
    const order = pick(await listAll(server, 'orders')).id;
    const product = pick(await listAll(server, 'products'))?.id ?? null;
    const api = records(systemContext(server.services));
    await api.createMany(
      'lines',
      [1, 2, 3].map((more) => ({ order, product, quantity: quantity + more })),
    );
    await api.updateMany('lines', { where: { order } } as never, { quantity });
  },
  async delete(server, pick) {
    const name = pick(['lines', 'parts', 'products', 'orders']);
    const all = await listAll(server, name);
    if (all.length > 1) await clientOf(server, 'admin', name).remove(pick(all).id);
  },
  async restore(server, pick) {
    const name = pick(['lines', 'parts', 'products', 'orders']);
    const bin = await clientOf(server, 'admin', name).send('GET', '/bin?range=[0,99]');
    const found = bin.http === 200 ? pick(bin.body as (Values & { id: string })[]) : undefined;
    if (!found) return;
    const reply = await clientOf(server, 'admin', name).send('POST', `/bin/${found.id}/restore`, {});
    // A line is nothing without its order, nor a part without its line.
    const [field, owners] = name === 'lines' ? ['order', 'orders'] : ['line', 'lines'];
    const owner = found[field];
    const isOrphan = owner && !(await listAll(server, owners)).some(({ id }) => id === owner);
    if (isOrphan) expect([reply.http, Object.keys(reply.body.data.errors)]).toEqual([409, [field]]);
    else succeeds(reply);
  },
  /** Into the bin and back, while the record that it names is deleted or changed. */
  async bin(server, pick, amount) {
    const present = (await listAll(server, 'products')).map((one) => one.id);
    const lines = await listAll(server, 'lines');
    const line = pick(lines.filter((one) => one.order && present.includes(String(one.product))));
    const name = pick(['lines', 'orders']);
    if (!line || (await clientOf(server, 'admin', name).send('GET', '/bin?range=[0,0]')).http !== 200) return;
    const id = String(name === 'lines' ? line.id : line.order);
    succeeds(await clientOf(server, 'admin', name).remove(id));
    const products = clientOf(server, 'admin', 'products');
    const product = String(line.product);
    succeeds(await (amount % 2 ? products.update(product, { price: amount }) : products.remove(product)));
    succeeds(await clientOf(server, 'admin', name).send('POST', `/bin/${id}/restore`, {}));
    const restored = (await listAll(server, 'lines')).filter((one) => [one.id, one.order].includes(id));
    if (amount % 2 === 0) expect(restored.map((one) => one.product)).not.toContain(product);
    succeeds(await products.create({ title: 'N', price: amount }));
  },
  async version(server, pick) {
    const line = pick(await listAll(server, 'lines'));
    if (line)
      await clientOf(server, 'admin', 'lines').send('POST', `/${line.id}/restore`, { to: 1, version: line.version });
  },
  /** A call that writes with SQL, as those of apps do. */
  async sql(server, _pick, amount) {
    const products = getCollection(server.services, 'products');
    await transact(server.services, (db) =>
      sql`update ${sql.table(products.table)} set ${sql.ref(getColumn(products, 'price'))} = ${amount}`.execute(db),
    );
  },
};

const shapes = fc.record({
  rollups: fc.tuple(fc.constantFrom<By>('sum', 'min', 'max'), fc.constantFrom<By>('sum', 'min', 'max')),
  ...{ whole: fc.boolean(), softDelete: fc.boolean(), history: fc.boolean() },
});
const writes = fc.array(
  fc.record({ name: fc.constantFrom(...Object.keys(WRITES)), amount: fc.integer({ min: 0, max: 50 }), at: fc.nat(97) }),
  { minLength: 12, maxLength: 25, size: 'max' },
);

// Records of the bin whose product is gone, alone and with their order.
const BIN: [Omit<Shape, 'reversed'>, { name: string; amount: number; at: number }[]] = [
  { rollups: ['sum', 'max'], whole: false, softDelete: true, history: true },
  [
    { name: 'bin', amount: 2, at: 0 },
    { name: 'create', amount: 3, at: 0 },
    { name: 'bin', amount: 2, at: 1 },
  ],
];

describe('a value derived from derived ones', () => {
  test.each([false, true])('equals a recount after any write by any path (declared last: %s)', async (reversed) => {
    await fc.assert(
      fc.asyncProperty(shapes, writes, async (given, all) => {
        const shape = { ...given, reversed };
        // Closed at once: PostgreSQL has connections for few servers.
        const server = await startServer({}, { resources: createResources(shape) });
        try {
          const product = (await clientOf(server, 'admin', 'products').create({ title: 'P', price: 3 })).body.id;
          for (const title of ['A', 'B']) {
            const lines = [{ product, quantity: 2 }, { quantity: 5 }];
            await clientOf(server, 'admin', 'orders').create({ title, factor: 2, lines });
          }
          await expectRecount(server, shape, 'the first records');
          for (const { name, amount, at } of all) {
            await WRITES[name]?.(server, (some) => some[at % Math.max(1, some.length)] as never, amount);
            await expectRecount(server, shape, name);
          }
        } finally {
          await server.close();
        }
      }),
      { ...casesOf(3, 30), endOnFailure: true, examples: [BIN] },
    );
  });
});
