// The types stage checks the assertions about types.
import {
  type CollectionRecord,
  children,
  choice,
  date,
  defineResource,
  type Field,
  isChoice,
  isReference,
  isReferring,
  manage,
  me,
  number,
  type RecordOf,
  reference,
  references,
  text,
  today,
  toggle,
  type Where,
} from 'portal-frame';
import { defineHooks, type RecordsApi } from 'portal-frame/server';
import { expect, expectTypeOf, test } from 'vitest';

const fields = {
  item: reference({ to: 'items', required: true }),
  tags: references({ to: 'tags' }),
  from: date({ required: true }),
  to: date(),
  days: number(),
  paid: toggle({ default: false }),
  note: text(),
  state: choice({ choices: ['Reserved', 'Out', 'Returned'], required: true }),
};
const rest = { name: 'rentals', icon: 'event', roles: { admin: manage } } as const;
const rentals = defineResource({
  ...rest,
  fields,
  states: { field: 'state', start: 'Reserved', transitions: { handOut: { from: 'Reserved', to: 'Out' } } },
});
type Rental = RecordOf<typeof rentals>;
const orders = defineResource({
  ...rest,
  name: 'orders',
  fields: { title: text(), lines: children({ resource: 'rentals', field: 'order', columns: ['from'] }) },
});

declare module 'portal-frame' {
  interface Collections {
    rentals: Rental;
  }
}

test('derives the record type from the fields', () => {
  expectTypeOf<Rental>().toExtend<{ id: string; version: number; createdAt: string; changedBy: string }>();
  expectTypeOf<Rental['item']>().toEqualTypeOf<string>();
  expectTypeOf<Rental['tags']>().toEqualTypeOf<string[] | null>();
  expectTypeOf<Rental['days']>().toEqualTypeOf<number | null>();
  expectTypeOf<Rental['state']>().toEqualTypeOf<'Reserved' | 'Out' | 'Returned'>();
  // @ts-expect-error: no field has this name
  expectTypeOf<Rental['form']>();
  const open = choice({ choices: ['a'], open: true, required: true });
  expectTypeOf<RecordOf<{ fields: { open: typeof open } }>['open']>().toEqualTypeOf<string>();
  // @ts-expect-error: no choice has this name
  choice({ choices: ['new'], values: { nwe: {} } });
});

test('types conditions by field', () => {
  const accepted: Where<Rental>[] = [
    { state: ['Reserved', 'Out'], from: { lt: today }, item: me, days: null },
    { or: [{ note: { contains: 'x' } }, { not: { paid: true } }], 'item.branch': { some: { clerks: me } } },
    { tags: { some: { name: 'new' } }, createdAt: { gte: today } },
  ];
  const refused: Where<Rental>[] = [
    // @ts-expect-error: no choice has this value
    { state: 'Retired' },
    // @ts-expect-error: no choice has this value
    { state: { in: ['Out', 'Retired'] } },
    // @ts-expect-error: no field has this name
    { sate: 'Out' },
    // @ts-expect-error: no path begins with this name
    { 'itme.branch': me },
    // @ts-expect-error: no text is in a number
    { days: { contains: '3' } },
    // @ts-expect-error: a number is no text
    { days: '3' },
    // @ts-expect-error: a toggle has no order
    { paid: { gt: false } },
  ];
  expect([accepted, refused].flat()).toHaveLength(10);
});

test('types configs by their fields', () => {
  const configs = [
    // @ts-expect-error: no choice has this value
    () => defineResource({ ...rest, fields, list: { tabs: [{ name: 'late', where: { state: 'Late' } }] } }),
    // @ts-expect-error: no choice has this value
    () => defineResource({ ...rest, fields, roles: { admin: { can: manage, where: { state: 'Late' } } } }),
    // @ts-expect-error: no choice has this value
    () => defineResource({ ...rest, fields, actions: { end: { field: 'state', placement: 'row', value: 'Late' } } }),
    () =>
      defineResource({
        ...rest,
        fields,
        // @ts-expect-error: a number is no text
        actions: { end: { field: 'note', placement: 'row', values: { days: 'many' } } },
      }),
    // @ts-expect-error: no choice has this value
    () => defineResource({ ...rest, fields, states: { field: 'state', start: 'Late', transitions: {} } }),
    () =>
      defineResource({
        ...rest,
        fields,
        // @ts-expect-error: no choice has this value
        states: { field: 'state', start: 'Out', transitions: { end: { from: 'Out', to: 'Late' } } },
      }),
    // @ts-expect-error: no field has this name
    () => defineResource({ ...rest, fields, validate: ({ form }) => (form ? {} : { to: 'x' }) }),
  ];
  expect(configs).toHaveLength(7);
});

test('refuses wrong keys and values at every depth', () => {
  const configs = [
    // @ts-expect-error: no key has this name
    () => defineResource({ ...rest, fields, list: { sortabel: ['days'] } }),
    // @ts-expect-error: no key of a column has this name
    () => defineResource({ ...rest, fields, list: { columns: [{ field: 'days', lable: 'Days' }] } }),
    // @ts-expect-error: no field has this name
    () => defineResource({ ...rest, fields, list: { columns: [{ field: 'dasy' }] } }),
    // @ts-expect-error: no field has this name
    () => defineResource({ ...rest, fields, create: { groups: { main: ['dasy'] } } }),
    // @ts-expect-error: no layout has this name
    () => defineResource({ ...rest, fields, list: { layout: 'card' } }),
    // @ts-expect-error: a question is missing
    () => defineResource({ ...rest, fields, delete: { confirm: 'Delete' } }),
    // @ts-expect-error: no column has a number
    () => defineResource({ ...rest, fields, table: { name: 'rentals', columns: { days: 1 } } }),
    // @ts-expect-error: no field has this name
    () => defineResource({ ...rest, fields, rules: { unique: ['item', 'form'] } }),
  ];
  expect(configs).toHaveLength(8);
});

test('narrows a field by its kind', () => {
  const [state, item]: Field[] = [fields.state, fields.item];
  expect(isChoice(state) && state.choices).toEqual(['Reserved', 'Out', 'Returned']);
  expect(isReference(item) && item.to).toBe('items');
  expect([isChoice(item), isReference(fields.tags), isReferring(fields.tags)]).toEqual([false, false, true]);
  // @ts-expect-error: not every field has choices
  expect(item?.choices).toBeUndefined();
});

test('types computed fields by the other fields', () => {
  const { compute, fields: computed } = defineResource({
    ...rest,
    fields,
    compute: {
      days: ({ from, to, createdAt }) => {
        expectTypeOf(from).toEqualTypeOf<string>();
        expectTypeOf(createdAt).toEqualTypeOf<string>();
        return to && Date.parse(to) - Date.parse(from) ? 1 : null;
      },
    },
  });
  expect(computed.days).toMatchObject({ readOnly: true, compute: compute?.days });
  const refused = [
    // @ts-expect-error: no field has this name
    () => defineResource({ ...rest, fields, compute: { dasy: () => 1 } }),
    // @ts-expect-error: a number is no text
    () => defineResource({ ...rest, fields, compute: { days: () => 'one' } }),
    // @ts-expect-error: no field has this name
    () => defineResource({ ...rest, fields, compute: { days: ({ form }) => (form ? 1 : 2) } }),
    // @ts-expect-error: the resource computes its fields
    () => number({ compute: () => 1 }),
  ];
  expect(refused).toHaveLength(4);
});

test('knows the records of other collections', () => {
  expectTypeOf<RecordOf<typeof orders>['lines']>().toEqualTypeOf<Rental[] | null>();
  expectTypeOf<CollectionRecord<'rentals'>>().toEqualTypeOf<Rental>();
  expectTypeOf<CollectionRecord<'others'>>().toEqualTypeOf<Record<string, unknown>>();
  const hooks = defineHooks(orders, {
    after: {
      async create({ records }) {
        await records.update('rentals', 'id', { state: 'Out' });
        // @ts-expect-error: no choice has this value
        await records.update('rentals', 'id', { state: 'Late' });
        // @ts-expect-error: no field has this name
        await records.create('rentals', { sate: 'Out' });
      },
    },
  });
  expect(Object.keys(hooks)).toEqual(['after']);
});

test('types the records API by the collections', () => {
  const calls = (api: RecordsApi, name: string) => [
    async () => {
      const { records } = await api.find('rentals', {
        where: { state: 'Out', 'item.branch': me },
        fields: ['to', 'days'],
      });
      expectTypeOf(records).toExtend<{ id: string; to: string | null; days: number | null }[]>();
      // @ts-expect-error: not a requested field
      return records[0]?.state;
    },
    async () => {
      const rental = await api.findOne('rentals', { where: { paid: false }, sort: { field: 'from', order: 'ASC' } });
      expectTypeOf(rental.state).toEqualTypeOf<Rental['state']>();
      const { version, to } = await api.findOne('rentals', 'id', { fields: ['version', 'to'] });
      expectTypeOf({ version, to }).toEqualTypeOf<{ version: number; to: string | null }>();
    },
    async () => {
      const { records } = await api.find('others', { where: { any: 1 }, sort: { field: 'any', order: 'ASC' } });
      expectTypeOf(records[0]?.any).toEqualTypeOf<unknown>();
      expectTypeOf((await api.findOne(name, 'id', { fields: ['any'] })).id).toEqualTypeOf<string>();
      await api.updateMany(name, { where: { any: 1 } }, { any: 2 });
    },
    // @ts-expect-error: no choice has this value
    () => api.find('rentals', { where: { state: 'Late' } }),
    // @ts-expect-error: no field has this name
    () => api.find('rentals', { sort: { field: 'form', order: 'ASC' } }),
    // @ts-expect-error: no field has this name
    () => api.find('rentals', { fields: ['form'] }),
    // @ts-expect-error: no field has this name
    () => api.findOne('rentals', { where: { sate: 'Out' } }),
    // @ts-expect-error: no field has this name
    () => api.findOne('rentals', 'id', { fields: ['form'] }),
    // @ts-expect-error: a number is no text
    () => api.count('rentals', { where: { days: '3' } }),
    // @ts-expect-error: no field has this name
    () => api.aggregate('rentals', { measures: [{ sum: 'dasy' }] }),
    // @ts-expect-error: no field has this name
    () => api.aggregate('rentals', { groupBy: 'form' }),
    // @ts-expect-error: a number is no text
    () => api.transition('rentals', 'id', 'handOut', { days: 'many' }),
    // @ts-expect-error: no choice has this value
    () => api.updateMany('rentals', { where: { state: 'Late' } }, { paid: true }),
    // @ts-expect-error: no choice has this value
    () => api.deleteMany('rentals', { where: { state: 'Late' } }),
    // @ts-expect-error: no field has this name
    () => api.createMany('rentals', [{ sate: 'Out' }]),
  ];
  expect(calls).toBeTypeOf('function');
});

test('types hooks by the config', () => {
  const hooks = defineHooks(rentals, {
    before: {
      create({ values, before, refuse }) {
        expectTypeOf(values.item).toEqualTypeOf<string>();
        expectTypeOf(values.to).toEqualTypeOf<string | null | undefined>();
        expectTypeOf(before).toEqualTypeOf<undefined>();
        // @ts-expect-error: no field has this name
        if (values.item === '') refuse('No item.', 'itme');
        return { days: 1 };
      },
      change({ values, before }) {
        expectTypeOf(values.item).toEqualTypeOf<string | undefined>();
        expectTypeOf(before.state).toEqualTypeOf<Rental['state']>();
      },
      transition({ action, before }) {
        expectTypeOf(action).toEqualTypeOf<'handOut'>();
        expectTypeOf(before.createdAt).toEqualTypeOf<string>();
      },
    },
    after: { create: ({ values }) => void expectTypeOf(values.days).toEqualTypeOf<number | null>() },
  });
  // @ts-expect-error: no choice has this value
  defineHooks(rentals, { before: { create: () => ({ state: 'Late' }) } });
  // @ts-expect-error: no field has this name
  defineHooks(rentals, { before: { create: async () => ({ dasy: 3 }) } });
  // @ts-expect-error: no field has this name
  defineHooks(rentals, { after: { change: ({ values }) => void values.sate } });
  expect(Object.keys(hooks)).toEqual(['before', 'after']);
});
