import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import rentals from '../../src/resources/rentals.ts';

/** Finds the new price of the item's tool, and the prices of the price list on the first day. */
async function findPrices(
  { db, refuse }: Pick<TransactionHookContext, 'db' | 'refuse'>,
  { item, from }: { item: string; from: string },
) {
  const found = await db
    .selectFrom('c_items as i')
    .innerJoin('c_tools as t', 't.id', 'i.text_tool')
    .innerJoin('c_prices as p', 'p.text_tool', 't.id')
    .select(['t.cents_value as value', 'p.cents_perDay as perDay', 'p.cents_latePerDay as latePerDay'])
    .where('i.id', '=', item)
    .where('p.text_from', '<=', from)
    .orderBy('p.text_from', 'desc')
    .executeTakeFirst();
  if (!found) return refuse('The price list has no price of this tool for that day.', 'item');
  return Object.fromEntries(Object.entries(found).map(([name, cents]) => [name, Number(cents) / 100]));
}

export default defineHooks(rentals, {
  before: {
    create: (context) => findPrices(context, context.values),
    change({ values, before, ...context }) {
      const next = { ...before, ...values };
      const moved = next.item !== before.item || next.from !== before.from;
      return moved ? findPrices(context, next) : {};
    },
    async transition({ db, action, before, refuse }) {
      if (action !== 'handOut') return;
      const item = db.selectFrom('c_items').select('text_state').where('id', '=', before.item);
      const { text_state: state } = await item.executeTakeFirstOrThrow();
      if (state !== 'In stock') refuse(`This item is ${String(state).toLowerCase()}.`);
    },
    delete({ values, refuse }) {
      if (values.state !== 'Reserved') refuse('Only a reservation can be deleted.');
    },
  },
  after: {
    transition: ({ action, values, records }) =>
      records.update('items', values.item, { state: action === 'handOut' ? 'Out' : 'In stock' }),
  },
});
