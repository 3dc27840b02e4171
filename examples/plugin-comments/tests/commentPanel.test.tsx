import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, server } from '../../../tests/portal/host.ts';
import { OURS, openPortal } from '../../../tests/portal/portal.tsx';

const ROOT = '*/api/v1/collections/appointments';
const kept = { hostFeatures: `${OURS.hostFeatures} comments` };
const [lab, ada] = [
  { id: 'l1', name: 'Northside Lab', role: 'laboratory' },
  { id: 'a1', name: 'Ada Admin', role: 'admin' },
];
const comment = (own: object = {}) => ({
  ...{ id: 'c1', text: 'Hi @Northside Lab, ring twice.', by: ada, own: true, mentions: [lab], version: 3 },
  ...{ at: '2026-03-01T15:00:00.000Z', editedAt: null },
  ...own,
});
let comments: object[];
let sent: unknown[];

beforeEach(() => {
  everyday();
  comments = [];
  sent = [];
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment({ _id: 'v1' })], totalPages: 1 }));
  const keep = async ({ request }: { request: Request }) => {
    const body = request.method === 'DELETE' ? new URL(request.url).search : await request.json();
    sent.push([request.method, body]);
    return HttpResponse.json(comment());
  };
  server.use(
    http.get(`${ROOT}/v1/comments`, () => HttpResponse.json(comments)),
    http.get(`${ROOT}/v1/comments/people`, () => HttpResponse.json([ada, lab])),
    http.post(`${ROOT}/v1/comments`, keep),
    http.put(`${ROOT}/v1/comments`, keep),
    http.delete(`${ROOT}/v1/comments`, keep),
  );
});

const open = async (features: object = kept) => {
  const { user } = openPortal('/appointments/v1', 'admin', undefined, features as never);
  return { user, sheet: within(await screen.findByRole('dialog')) };
};

test('writes a comment with a mention by the keyboard alone', async () => {
  const { user, sheet } = await open();
  expect(await sheet.findByText('No comments yet.')).toBeVisible();
  const input = sheet.getByLabelText('Write a comment');
  await user.click(sheet.getByRole('button', { name: 'Comment' }));
  expect(sheet.getByText('Write a comment first.')).toBeVisible();
  expect(input).toHaveFocus();
  await user.keyboard('Ask @');
  const list = within(await sheet.findByRole('listbox', { name: 'People to mention' }));
  expect(list.getAllByRole('option')).toHaveLength(2);
  await user.keyboard('{ArrowDown}');
  expect(list.getByRole('option', { selected: true })).toHaveTextContent('Northside Lab');
  expect(input).toHaveAttribute('aria-activedescendant', list.getByRole('option', { selected: true }).id);
  await user.keyboard('{Enter}');
  expect(input).toHaveValue('Ask @Northside Lab ');
  // The name may contain further words; Escape closes the list only.
  await user.keyboard('now @');
  await sheet.findByRole('listbox');
  await user.keyboard('{Escape}');
  expect(sheet.queryByRole('listbox')).toBeNull();
  comments = [comment({ text: 'Ask @Northside Lab now @' })];
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await sheet.findByText('@Northside Lab')).toBeVisible();
  expect(sent).toEqual([['POST', { text: 'Ask @Northside Lab now @', mentions: ['l1'] }]]);
  expect(input).toHaveValue('');
});

test('offers changes to the author, and gives the focus back', async () => {
  comments = [comment(), comment({ id: 'c2', own: false, text: 'Not mine', mentions: [] })];
  const { user, sheet } = await open();
  expect(await sheet.findAllByRole('button', { name: /^Delete comment/ })).toHaveLength(1);
  await user.click(sheet.getByRole('button', { name: /^Edit comment/ }));
  const input = sheet.getByLabelText('Change your comment');
  expect(input).toHaveFocus();
  await user.type(input, ' Twice.');
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sheet.getByRole('button', { name: /^Edit comment/ })).toHaveFocus());
  const text = 'Hi @Northside Lab, ring twice. Twice.';
  expect(sent).toEqual([['PUT', { id: 'c1', version: 3, text, mentions: ['l1'] }]]);
  await user.click(sheet.getByRole('button', { name: /^Delete comment/ }));
  await screen.findByText('Delete this comment?');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent[1]).toEqual(['DELETE', '?comment=c1']));
});

test('shows nothing of comments on the provider’s host', async () => {
  const { sheet } = await open({});
  await sheet.findByText('Contact Info');
  expect(sheet.queryByText('Comments')).toBeNull();
});
