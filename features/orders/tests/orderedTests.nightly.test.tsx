import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, refused, requestsTo, server } from '../../../tests/portal/host.ts';
import { field, fill, pick, save } from '../../../tests/portal/people.ts';
import { OURS_WITH_ORDERS, openPortal } from '../../../tests/portal/portal.tsx';
import catalogueTests from '../resources/tests.ts';

resources.push(catalogueTests as unknown as AnyResource);

const ADD = '/laboratory/add-appointment';

beforeEach(everyday);

const TESTS = { t1: 'Ferritin', t2: 'Lipid panel' } as const;

function catalogue(): void {
  const answer = (filter: string | null) => {
    const { q = '', id } = JSON.parse(filter ?? '{}');
    const found = Object.entries(TESTS)
      .map(([key, name]) => ({ id: key, name }))
      .filter((one) => (id ? [id].flat().includes(one.id) : one.name.toLowerCase().includes(q.toLowerCase())));
    return HttpResponse.json(found, { headers: { 'content-range': `tests 0-${found.length}/${found.length}` } });
  };
  server.use(
    http.get('*/api/v1/collections/tests', ({ request }) => answer(new URL(request.url).searchParams.get('filter'))),
    http.post('*/api/v1/collections/tests/find', async ({ request }) =>
      answer(((await request.json()) as { filter: string }).filter),
    ),
  );
}

test('sends tests with the appointment, keeps them, and shows a refusal at the field', async () => {
  catalogue();
  on('POST', ADD, () => good(undefined, 'created'));
  const { user } = openPortal('/laboratory-add-appointment', 'laboratory', undefined, OURS_WITH_ORDERS);
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { 'Full Name': 'Ada Ødegård', 'Date & Time': '2026-12-01T08:30' });
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  const tests = within(screen.getByRole('region', { name: 'Tests' }));
  await user.type(tests.getByRole('combobox', { name: 'Tests' }), 'lip');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await user.click(screen.getByRole('option', { name: TESTS.t2 }));
  await user.type(tests.getByLabelText('Ordered By'), 'Dr. Osei');
  await user.type(tests.getByLabelText('Requisition'), 'RQ-7');
  await user.click(screen.getByRole('checkbox', { name: /^Keep for the next one.*Tests, Ordered By/ }));
  await save(user);
  expect(await screen.findByText('Appointment created successfully!')).toBeVisible();
  const order = { 'tests[0]': 't2', orderedBy: 'Dr. Osei' };
  expect(requestsTo(ADD)[0]?.body).toMatchObject({ ...order, requisition: 'RQ-7' });
  await waitFor(() => expect(field('Full Name')).toHaveValue(''));
  expect(field('Requisition')).toHaveValue('');

  on('POST', ADD, () => refused('Unknown', 400, { errors: { tests: 'There is no such record.' } }));
  await user.type(field('Full Name'), 'Bea');
  await pick(user, 'Gender', 'Female');
  await save(user);
  expect(await screen.findByText('There is no such record.')).toBeVisible();
  const [, second] = requestsTo(ADD);
  expect(second?.body).toMatchObject(order);
  expect(second?.body).not.toHaveProperty('requisition');
});

test('suggests the previous tests for a repeated booking (spec 17.11)', async () => {
  catalogue();
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
  const order = { _id: 'o1', requisition: 'RQ-7', orderedBy: 'Dr. Osei', tests: [{ _id: 't1', name: TESTS.t1 }] };
  on('GET', '/common/get-visit-order/{id}', () => good({ order, gaps: [] }));
  const { user } = openPortal('/appointments/a1', 'admin', undefined, OURS_WITH_ORDERS);
  await user.click(await screen.findByRole('link', { name: 'Book again' }));
  expect(await screen.findByRole('button', { name: TESTS.t1 })).toBeVisible();
  expect([field('Ordered By'), field('Requisition')].map((one) => (one as HTMLInputElement).value)).toEqual([
    'Dr. Osei',
    '',
  ]);
  // The name is filled in, so the time is next.
  await waitFor(() => expect(field('Date & Time')).toHaveFocus());
});
