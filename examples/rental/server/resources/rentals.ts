import { defineHooks, records, systemContext, type TransactionHookContext } from 'portal-frame/server';
import rentals from '../../src/resources/rentals.ts';

/** Finds the new price of the item's tool, and the prices of the price list on the first day. */
async function findPrices(
  context: Pick<TransactionHookContext, 'transaction' | 'services' | 'account' | 'refuse'>,
  { item, from }: { item: string; from: string },
) {
  const { find } = records(systemContext(context));
  const [found] = (await find('items', { where: { id: item }, fields: ['tool'] })).records;
  const [tool] = (await find('tools', { where: { id: found?.tool ?? null }, fields: ['value'] })).records;
  const [price] = (
    await find('prices', {
      where: { tool: tool?.id ?? null, from: { lte: from } },
      sort: { field: 'from', order: 'DESC' },
      perPage: 1,
    })
  ).records;
  if (!tool || !price) return context.refuse('The price list has no price of this tool for that day.', 'item');
  return { value: tool.value, perDay: price.perDay, latePerDay: price.latePerDay };
}

export default defineHooks(rentals, {
  before: {
    create: (context) => findPrices(context, context.values),
    change({ values, before, ...context }) {
      const next = { ...before, ...values };
      const moved = next.item !== before.item || next.from !== before.from;
      return moved ? findPrices(context, next) : {};
    },
    async transition({ records, action, before, refuse }) {
      if (action !== 'handOut') return;
      const { state } = await records.findOne('items', before.item, { fields: ['state'] });
      if (state !== 'In stock') refuse(`This item is ${state.toLowerCase()}.`);
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
