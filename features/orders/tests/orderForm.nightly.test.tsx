import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, requestsTo, server } from '../../../tests/portal/host.ts';
import drawnTubes from '../resources/drawnTubes.ts';
import testOrders from '../resources/testOrders.ts';
import catalogueTests from '../resources/tests.ts';
import tubeKinds from '../resources/tubeKinds.ts';

// Registers them like files of src/resources, before the routes are built.
for (const one of [tubeKinds, catalogueTests, testOrders, drawnTubes]) resources.push(one as unknown as AnyResource);
const { OURS_WITH_ORDERS, openPortal } = await import('../../../tests/portal/portal.tsx');

beforeEach(everyday);

test('searches the visit of a new order by text, without loading all visits', async () => {
  const none = () => HttpResponse.json([], { headers: { 'content-range': 'tests 0-0/0' } });
  server.use(http.get('*/api/v1/collections/tests', none), http.post('*/api/v1/collections/tests/find', none));
  const LIST = '/admin/get-appointments';
  on('GET', LIST, () => good({ appointments: [appointment()], totalPages: 1 }));
  on('POST', '/common/find', () =>
    good({
      appointments: [
        appointment({ _id: 'a2', patientName: 'Ana Ruiz', appointmentDateTime: '2026-03-09T18:30:00.000Z' }),
        appointment({ _id: 'a3', patientName: 'Ana Ruiz', appointmentDateTime: '2026-03-10T18:30:00.000Z' }),
      ],
      employees: [],
      laboratories: [],
    }),
  );
  const { user } = openPortal('/add-test-order', 'admin', undefined, OURS_WITH_ORDERS);
  await user.type(await screen.findByRole('combobox', { name: /^Appointment/ }), 'ana');
  await waitFor(() => expect(screen.getAllByRole('option', { name: /Ana Ruiz/ })).toHaveLength(2));
  expect(requestsTo('/common/find').at(-1)?.body).toEqual({ text: 'ana', each: true });
  expect(requestsTo(LIST).filter(({ query }) => Number(query.perPage ?? 10) > 100)).toEqual([]);
});

test("names the patient in a laboratory's list of tubes", async () => {
  const tube = {
    id: 't1',
    version: 1,
    label: 'TB-1',
    state: 'received',
    patient: 'a1',
    labels: { patient: 'Ana Ruiz' },
  };
  const list = () => HttpResponse.json([tube], { headers: { 'content-range': 'drawnTubes 0-0/1' } });
  server.use(http.get('*/api/v1/collections/drawnTubes', list));
  openPortal('/laboratory-tubes', 'laboratory', undefined, OURS_WITH_ORDERS);
  expect(await screen.findByRole('columnheader', { name: 'Patient' })).toBeVisible();
  expect(screen.getByRole('cell', { name: 'Ana Ruiz' })).toBeVisible();
});
