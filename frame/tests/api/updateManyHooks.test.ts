import { expect, test } from 'vitest';
import type { AnyResource } from '../../config/resource.ts';
import { defineResource } from '../../config/resource.ts';
import { number, text } from '../../fields/index.ts';
import { records } from '../../server/records/operations/recordsApi.ts';
import { systemContext } from '../../server/records/operations/recordsContext.ts';
import { defineHooks, type Hooks, type TransactionHookContext } from '../../server/records/write/runHooks.ts';
import { serverForAll } from './harness.ts';

const title = text({ required: true });
const base = {
  icon: 'inventory',
  list: { columns: ['title'] },
  create: { groups: [{ label: 'All', fields: ['title'] }] },
  roles: { admin: { list: '/list', can: ['list', 'create', 'edit', 'delete'] } },
} as const;
const plans = defineResource({ ...base, name: 'plans', fields: { title } });
const createSteps = (name: string) =>
  defineResource({
    ...{ ...base, name, history: true },
    fields: { title, plan: text(), state: text(), count: number() },
  } as never) as unknown as AnyResource;
const [steps, tasks] = ['steps', 'tasks'].map(createSteps) as [AnyResource, AnyResource];

/** Counts in the other records of a plan each change of a state. */
const countInOthers =
  (name: string) =>
  async ({ id, values, before, records: api }: TransactionHookContext) => {
    if (values.state === undefined || values.state === before?.state) return;
    const { records: others } = await api.find(name, { where: { id: { not: id } } });
    for (const one of others) await api.update(name, one.id, { count: Number(one.count ?? 0) + 1 });
  };
const hooks: Record<string, Hooks> = {
  plans: defineHooks(plans, {
    after: {
      async change({ values, records: api }) {
        for (const name of ['steps', 'tasks'])
          await api.updateMany(name, { where: { plan: 'p' } }, { state: values.title });
      },
    },
  }),
  steps: defineHooks(steps as never, { after: { change: countInOthers('steps') } } as never),
  tasks: defineHooks(tasks as never, { before: { change: countInOthers('tasks') } } as never),
};
const server = serverForAll({}, { resources: [plans, steps, tasks] as AnyResource[], hooks });

test.each(['steps', 'tasks'])(
  'keeps the changes that hooks of %s make to others of the same updateMany',
  async (name) => {
    const api = records(systemContext(server.services, 'job'));
    const plan = await api.create('plans', { title: 'one' });
    for (const step of ['a', 'b', 'c']) await api.create(name, { title: step, plan: 'p' });
    await api.update('plans', String(plan.id), { title: 'two' });
    const { records: found } = await api.find(name, {});
    expect(found.map(({ state, count, version }) => [state, count, version])).toEqual(Array(3).fill(['two', 2, 4]));
  },
);
