import { defineHooks } from 'portal-frame/server';
import { expect, test } from 'vitest';
import appointmentHooks from '../../../server/resources/appointments.ts';
import appointments from '../../../src/resources/appointments.ts';
import { serverForAll } from '../../../tests/api/harness.ts';
import { rowErrorsOf, sendImport } from '../../../tests/api/importing.ts';
import { csvOf, goodRows } from '../../../tests/api/importRows.ts';

const { before } = defineHooks(appointments, {
  before: {
    create({ values, refuse }) {
      if (values.patientName === 'Nobody') refuse('validation.invalid', 'patientName');
    },
  },
});
const server = serverForAll({}, { hooks: { appointments: { ...appointmentHooks, before } } as never });

test('shows the row that a hook refused', async () => {
  const rows = goodRows(3).map((row, at) => (at === 1 ? { ...row, Patient: 'Nobody' } : row));
  const done = await sendImport(server, csvOf(rows));
  expect([done.http, rowErrorsOf(done)]).toEqual([400, [[3, 'patientName', expect.any(String)]]]);
});
