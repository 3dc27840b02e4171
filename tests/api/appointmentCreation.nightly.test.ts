// Jobs and calls create and change appointments through the records API, with all that follows.
import { records, systemContext } from 'portal-frame/server';
import { expect, test } from 'vitest';
import { serverForAll } from './harness.ts';
import { MONEY } from './moneyConfigs.ts';
import { rowsOf } from './tables.ts';

const NEW_VISIT = {
  patientName: 'Zoë Muñoz',
  gender: 'Female',
  priorityLevel: 'High',
  status: 'Pending',
  appointmentDateTime: '2033-05-05T10:00:00.000Z',
  accountNumber: 'A-1234',
  laboratory: 'Natera',
} as const;
const server = serverForAll({}, MONEY);
const api = () => records(systemContext(server.services, 'night job'));

test('creates and changes more visits at once than a condition may name, with their payments', async () => {
  const visit = { ...NEW_VISIT, fees: 1, status: 'Completed' } as const;
  const many = await api().createMany(
    'appointments',
    Array.from({ length: 1001 }, (_, at) => ({ ...visit, patientName: `Bulk ${at}` })),
  );
  const ids = many.map(({ id }) => String(id));
  await api().updateMany('appointments', ids, { accountNumber: 'B-77' });
  const paid = await rowsOf(server, 'transactions', { account_number: 'B-77', status: 'Completed' });
  expect(paid.map(({ appointment_id: id }) => id).toSorted()).toEqual(ids.toSorted());
});
