import { beforeAll, describe, expect, test } from 'vitest';
import { type Person, serverForAll } from './harness.ts';
import { clientOf } from './supplies.ts';
import { TICKETS } from './tickets.ts';

const server = serverForAll({}, { resources: [TICKETS] });
let id: string;
const as = (person: Person) => clientOf(server, person, 'tickets');
beforeAll(async () => {
  const made = await as('admin').create({
    title: 'Broken chair',
    salary: 5000,
    remark: 'careful',
    account: '12345678901234',
  });
  expect(made.body).toMatchObject({ salary: 5000, remark: 'careful', account: '12345678901234' });
  ({ id } = made.body);
});

describe('unreadable field', () => {
  const HIDDEN = ['salary', 'remark'];

  test.each(['employee', 'laboratory'] as const)('is missing in every reply to the %s', async (person) => {
    const client = as(person);
    for (const { body } of [(await client.list()).body[0], (await client.one(id)).body].map((body) => ({ body }))) {
      expect(body).toMatchObject({ title: 'Broken chair' });
      for (const name of HIDDEN) expect(body).not.toHaveProperty(name);
      expect(body.account).toBe('••••••••1234');
    }
  });

  test('is missing in the reply to a change', async () => {
    const { http, body } = await as('laboratory').update(id, { verdict: 'no' });
    expect([http, body.verdict, body.salary, body.remark]).toEqual([200, 'no', undefined, undefined]);
    expect((await as('admin').one(id)).body).toMatchObject({ salary: 5000, remark: 'careful', verdict: 'no' });
  });

  test.each([
    { sort: ['salary', 'ASC'] },
    { sort: ['remark', 'ASC'] },
    { sort: ['account', 'ASC'] },
    { filter: { salary: 5000 } },
  ])('cannot be found out by %j', async (query) => {
    expect((await as('admin').list(query)).http).toBe(200);
    expect((await as('employee').list(query)).http).toBe(400);
  });

  test.each(['careful', '12345678901234'])('is not searched: %s', async (q) => {
    expect((await as('admin').list({ filter: { q } })).body).toHaveLength(1);
    const found = await as('employee').list({ filter: { q } });
    expect([found.body, found.range]).toEqual([[], 'tickets */0']);
  });
});

test('ignores fields that a role may not write (spec 13.3)', async () => {
  const { body } = await as('admin').create({ title: 'Lamp', verdict: 'yes' });
  expect(body.verdict).toBeNull();
});
