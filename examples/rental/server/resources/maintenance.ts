import { defineHooks } from 'portal-frame/server';

export default defineHooks({
  after: {
    transition: ({ action, values, records }) =>
      records.update('items', String(values.item), { state: action === 'begin' ? 'In maintenance' : 'In stock' }),
  },
});
