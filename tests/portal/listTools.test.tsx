import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, requests, requestsTo } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

const LIST = '/admin/get-appointments';
const patients = ['María Núñez', '=HYPERLINK("http://evil")', 'O"Hara, Pat'];
beforeEach(() => {
  everyday();
  on('GET', LIST, ({ query }) => {
    const page = Number(query.page);
    const one = appointment({ _id: `a${page}`, patientName: patients[page - 1] });
    return good({ appointments: patients[page - 1] ? [one] : [], totalPages: patients.length });
  });
});

test.each([
  ['our host, in large pages', OURS, '1000'],
  ['a host without features, in its own pages', {}, undefined],
])('%s: exports all pages of the filtered list as formatted text', async (_host, kept, perPage) => {
  const files: Blob[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:export';
  });
  const { user } = openPortal('/appointments?filter={"status":"Pending"}', 'admin', undefined, kept);
  await screen.findByText('María Núñez');
  requests.length = 0;
  await user.click(screen.getByRole('button', { name: 'Export' }));
  await waitFor(() => expect(files.some(({ type }) => type.includes('csv'))).toBe(true));
  const asked = requestsTo(LIST);
  expect(asked.map(({ query }) => query.perPage)).toEqual([perPage, perPage, perPage]);
  expect(asked.map(({ query }) => [query.page, query.status])).toEqual([
    ['1', 'Pending'],
    ['2', 'Pending'],
    ['3', 'Pending'],
  ]);
  const csv = await (files.find(({ type }) => type.includes('csv')) as Blob).text();
  const lines = csv.split('\r\n');
  expect(lines.length).toBe(4);
  expect(lines[0]).toContain('Patient,Photo,Email,Age');
  expect(lines[1]).toContain('María Núñez');
  // No formula for spreadsheets; quotes and commas stay in their cell.
  expect(lines[2]?.startsWith(`"'=HYPERLINK(""http://evil"")"`)).toBe(true);
  expect(lines[3]?.startsWith('"O""Hara, Pat"')).toBe(true);
  create.mockRestore();
});

test('saves filters under a name', async () => {
  const { user, unmount } = openPortal('/appointments?filter={"status":"Pending"}', 'admin');
  await screen.findByText('María Núñez');
  await user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Save current query...' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), 'Waiting{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  unmount();

  const kept = { ...localStorage };
  const second = openPortal('/appointments', 'admin', localStorage.getItem('userAuthToken'), kept);
  await screen.findByText('María Núñez');
  const before = requestsTo(LIST).length;
  await second.user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  await second.user.click(await screen.findByRole('menuitem', { name: 'Waiting' }));
  await waitFor(() => expect(requestsTo(LIST).length).toBeGreaterThan(before));
  expect(requestsTo(LIST).at(-1)?.query).toMatchObject({ status: 'Pending', page: '1' });
  await second.user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  await second.user.click(await screen.findByRole('menuitem', { name: 'Remove query "Waiting"' }));
  await second.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(JSON.stringify({ ...localStorage })).not.toContain('Waiting'));
});

test('remembers the chosen columns', async () => {
  const { user } = openPortal('/appointments', 'admin');
  await screen.findByText('María Núñez');
  expect(screen.getByRole('columnheader', { name: 'Instruction' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(await screen.findByRole('switch', { name: 'Instruction' }));
  await waitFor(() => expect(screen.queryByRole('columnheader', { name: 'Instruction' })).toBeNull());
  expect(JSON.stringify({ ...localStorage })).toContain('specialInstructions');
});

test("shares an admin's saved query with a role, in the same menu (spec 13.10)", async () => {
  const shared = { _id: 'q1', resource: 'appointments', name: 'Urgent ones', roles: ['admin'], by: 'Ada Admin' };
  const value = JSON.stringify({ filter: { priorityLevel: 'Urgent' }, sort: { field: 'createdAt', order: 'ASC' } });
  on('GET', '/common/get-shared-queries', () => good([{ ...shared, value }]));
  on('POST', '/admin/share-query', () => good({ ...shared, value }));
  on('POST', '/admin/end-shared-query', () => good(null));
  const { user } = openPortal('/appointments?filter={"status":"Pending"}', 'admin', undefined, OURS);
  await screen.findByText('María Núñez');
  expect(requestsTo('/common/get-shared-queries')).toEqual([]);
  const openMenu = async () => user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  await openMenu();
  await user.click(screen.getByRole('menuitem', { name: 'Save current query...' }));
  await user.type(within(await screen.findByRole('dialog')).getByRole('textbox'), 'Waiting{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Share “Waiting”...' }));
  const dialog = await screen.findByRole('dialog', { name: 'Share “Waiting”...' });
  expect(within(dialog).getByRole('button', { name: 'Share' })).toHaveProperty('disabled', true);
  await user.click(within(dialog).getByRole('checkbox', { name: 'Laboratory' }));
  await user.click(within(dialog).getByRole('button', { name: 'Share' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { value: sent, ...rest } = (requestsTo('/admin/share-query').map(({ body }) => body)[0] ?? {}) as Record<
    string,
    unknown
  >;
  expect(rest).toEqual({ resource: 'appointments', name: 'Waiting', roles: ['laboratory'] });
  expect(JSON.parse(String(sent))).toMatchObject({ filter: { status: 'Pending' } });

  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Urgent ones' }));
  await waitFor(() =>
    expect(requestsTo(LIST).at(-1)?.query).toMatchObject({ priorityLevel: 'Urgent', sortOrder: '1' }),
  );
  await openMenu();
  await user.click(await screen.findByRole('menuitem', { name: 'Stop sharing “Urgent ones”' }));
  await waitFor(() => expect(requestsTo('/admin/end-shared-query')).toHaveLength(1));
});

test('hides shared queries if the host lacks them', async () => {
  const { user } = openPortal('/appointments?filter={"status":"Pending"}', 'admin', undefined, {});
  await screen.findByText('María Núñez');
  await user.click(await screen.findByRole('button', { name: 'Saved queries' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Save current query...']);
  expect(requestsTo('/common/get-shared-queries')).toEqual([]);
});
