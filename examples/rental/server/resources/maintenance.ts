import { defineHooks } from 'portal-frame/server';
import maintenance from '../../src/resources/maintenance.ts';

export default defineHooks(maintenance, {
  after: {
    transition: ({ action, values, records }) =>
      records.update('items', values.item, { state: action === 'begin' ? 'In maintenance' : 'In stock' }),
  },
});
