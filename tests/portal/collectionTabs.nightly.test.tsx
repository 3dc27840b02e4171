import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { AnyResource } from 'portal-frame';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import supplies from '../fixtures/supplies.ts';
import { everyday, server } from './host.ts';

const stocks = {
  ...supplies,
  name: 'stocks',
  list: {
    ...supplies.list,
    tabs: [
      { name: 'dear', label: 'Dear', where: { price: { gt: 10 } } },
      { name: 'all', label: 'All' },
    ],
  },
  roles: { admin: { list: '/stocks', can: ['list'] } },
};
resources.push(stocks as unknown as AnyResource);
const { openPortal } = await import('./portal.tsx');
beforeEach(() => everyday());

test('requests the records of a tab by its condition, and keeps its name in the address', async () => {
  const asked: (string | null)[][] = [];
  server.use(
    http.get('*/api/v1/collections/stocks', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push([searchParams.get('where'), searchParams.get('filter')]);
      return HttpResponse.json([{ id: 's1', item: 'Tubes' }], { headers: { 'Content-Range': 'stocks 0-0/1' } });
    }),
  );
  const { user } = openPortal('/stocks', 'admin');
  await user.click(await screen.findByRole('button', { name: 'Dear' }));
  await waitFor(() => expect(asked.at(-1)?.[0]).toContain('"price":{"gt":10}'));
  expect(asked.at(-1)?.[1]).toBe('{}');
  expect(screen.getByRole('button', { name: 'Dear' })).toHaveAttribute('aria-current', 'true');
  await user.click(screen.getByRole('button', { name: 'All' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'All' })).toHaveAttribute('aria-current', 'true'));
  expect(new URLSearchParams(window.location.search).get('filter')).toBe('{}');
});
