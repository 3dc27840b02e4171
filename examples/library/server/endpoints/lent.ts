import { sql } from 'kysely';
import { defineEndpoint } from 'portal-frame/server';
import { lent } from '../../src/wire/lent.ts';

/** Counts loans by their state. */
export default defineEndpoint({
  call: lent,
  audit: null,
  async handle(_input, { db }) {
    const found = sql<{ count: number }>`select count(*) as count from c_loans where text_state = 'Lent'`;
    const { rows } = await found.execute(db);
    return { data: { count: Number(rows[0]?.count) } };
  },
});
