import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const LIST = '/admin/get-appointments';
let status = 'Pending';
beforeEach(() => {
  everyday();
  status = 'Pending';
  on('GET', LIST, () => good({ appointments: [appointment({ status })], totalPages: 1 }));
});

const numberOf = (inRow: HTMLElement) =>
  [...(inRow.closest('tr')?.cells ?? [])].find(({ textContent }) => /^\d+$/.test(textContent ?? ''))?.textContent;

test("shows the host's current state in a show view opened right after a change", async () => {
  on('POST', '/admin/update-appointment/{id}', ({ body }) => {
    status = String(body.status);
    return good(null);
  });
  const { user } = openPortal('/appointments', 'admin');
  await user.click(await screen.findByRole('combobox', { name: /^Status/ }));
  await user.click(await screen.findByRole('option', { name: 'Rejected' }));
  await screen.findByText('Status updated successfully');
  await waitFor(() => expect(screen.getByRole('combobox', { name: /^Status/ })).toHaveTextContent('Rejected'));
  await waitFor(() => expect(requestsTo(LIST).length).toBeGreaterThan(1));
  await user.click(screen.getByText('María Núñez'));
  const popup = within(await screen.findByRole('dialog'));
  expect(await popup.findAllByText('Rejected')).not.toHaveLength(0);
  expect(popup.queryByText('Pending')).toBeNull();
});

test('marks rows as outdated while another page loads', async () => {
  let answer = () => {};
  on('GET', LIST, async ({ query: { page } }) => {
    if (page === '2') await new Promise<void>((resolve) => (answer = resolve));
    return good({ appointments: [appointment({ _id: `a${page}`, patientName: `Patient ${page}` })], totalPages: 2 });
  });
  const { user } = openPortal('/appointments', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Page 2 of 2')).toBeVisible();
  expect(await screen.findByRole('status', { name: 'Loading...' })).toBeVisible();
  const old = screen.getByText('Patient 1');
  expect(old.closest('[aria-busy=true]')).not.toBeNull();
  expect(numberOf(old)).toBe('1');
  answer();
  const row = await screen.findByText('Patient 2');
  expect(row.closest('[aria-busy=true]')).toBeNull();
  expect(numberOf(row)).toBe('2');
});

test("numbers the rows of a last page opened by address, whatever the host's page size", async () => {
  on('GET', LIST, ({ query: { page } }) =>
    good({
      appointments: Array.from({ length: page === '3' ? 2 : 4 }, (_, index) =>
        appointment({ _id: `a${page}${index}`, patientName: `Patient ${page}${index}` }),
      ),
      totalPages: 3,
    }),
  );
  openPortal('/appointments?page=3', 'admin');
  const row = (await screen.findByText('Patient 30')).closest('tr') as HTMLElement;
  expect(await within(row).findByText('9')).toBeVisible();
});
