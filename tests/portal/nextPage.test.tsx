import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const APPOINTMENTS = '/admin/get-appointments';
beforeEach(everyday);

test('a hand over the pager’s button has the next page fetched, and the click finds it without another call', async () => {
  on('GET', APPOINTMENTS, () => good({ appointments: [appointment()], totalPages: 3 }));
  const { user } = openPortal('/appointments', 'admin');
  await screen.findByText('Page 1 of 3');
  const pages = () => requestsTo(APPOINTMENTS).map(({ query }) => query.page);
  expect(pages()).toEqual(['1']);
  await user.hover(screen.getByRole('button', { name: 'Next page' }));
  await expect.poll(pages).toEqual(['1', '2']);
  expect(screen.getByText('Page 1 of 3')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Page 2 of 3')).toBeVisible();
  expect(pages().filter((page) => page === '2')).toHaveLength(1);
});
