// On SQLite only: nothing here depends on the database.
import { expect, test } from 'vitest';
import { serverForAll } from './harness.ts';
import { visitsOf } from './visits.ts';

const server = serverForAll({ TIME_ZONE: 'America/New_York' });
const LAST_MINUTE = '9999-12-31T23:59';

test('refuses a visit whose year has five digits in UTC, when it is added and when it is moved', async () => {
  const { add, book, change } = visitsOf(server);
  const id = await add();
  for (const { http, errors } of [
    await book({ appointmentDateTime: LAST_MINUTE }),
    await change(id, { appointmentDateTime: LAST_MINUTE, version: 1, confirmed: true }),
  ])
    expect([http, Object.keys(errors ?? {})]).toEqual([400, ['appointmentDateTime']]);
});
