import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const LIST = '/common/get-notifications';
const READ = '/common/read-notifications';
const DELETE = '/common/delete-notifications';
const PATH = {
  admin: '/notifications',
  employee: '/employee-notifications',
  laboratory: '/laboratory-notifications',
} as const;
const roles = ['admin', 'employee', 'laboratory'] as const;

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const notice = (own: Record<string, unknown> = {}) => ({
  _id: 'n1',
  title: 'New appointment',
  body: 'Northside Lab added an appointment for María Núñez.',
  isRead: false,
  createdAt: ago(5),
  ...own,
});
const three = () => [
  notice(),
  notice({ _id: 'n2', title: 'Status changed', createdAt: ago(3 * 60) }),
  notice({ _id: 'n3', title: 'Tracking image uploaded', isRead: true, createdAt: ago(50 * 60) }),
];

function hostWith(notifications: Record<string, unknown>[]) {
  let kept = notifications;
  on('GET', LIST, () => good(kept));
  on('POST', READ, ({ body }) => {
    kept = kept.map((one) => ({ ...one, isRead: one.isRead || (body.notifications as unknown[]).includes(one._id) }));
    return good(null);
  });
  on('POST', DELETE, () => {
    kept = [];
    return good(null, 'gone');
  });
}

beforeEach(() => {
  everyday();
  hostWith(three());
});

const line = async (title: string) => within((await screen.findByText(title)).closest('li') as HTMLElement);
const bell = (name: string) => screen.findByRole('link', { name });
const deleteAll = () => screen.findByRole('button', { name: 'Delete All' });
const empty = 'You have no notifications.';

test.each(roles)('%s: highlights unread ones, marks them as read and clears the bell (spec 2.87)', async (role) => {
  openPortal(PATH[role], role);
  expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeVisible();
  expect((await line('New appointment')).getByText('New')).toBeVisible();
  await waitFor(() => expect(requestsTo(READ)).toHaveLength(1));
  expect(requestsTo(READ)[0]).toMatchObject({
    method: 'POST',
    body: { notifications: ['n1', 'n2'] },
    authorization: `Bearer ${localStorage.getItem('userAuthToken')}`,
  });
  expect(requestsTo(LIST)[0]).toMatchObject({ query: {} });
  expect(await bell('Notifications')).toBeVisible();
  expect((await line('New appointment')).getByText('New')).toBeVisible();
  expect((await line('Status changed')).getByText('New')).toBeVisible();
  expect((await line('Tracking image uploaded')).queryByText('New')).toBeNull();
  expect(requestsTo(READ)).toHaveLength(1);
});

test('opens from the bell, and highlights nothing on the second visit', async () => {
  const { user } = openPortal('/payments', 'admin');
  await user.click(await bell('Notifications, 2 unread'));
  expect((await line('New appointment')).getByText('New')).toBeVisible();
  await waitFor(() => expect(requestsTo(LIST)).toHaveLength(2));
  await user.click(screen.getByRole('link', { name: 'Payment' }));
  await screen.findByRole('heading', { name: 'Payment' });
  await user.click(await bell('Notifications'));
  await line('New appointment');
  expect(screen.queryByText('New')).toBeNull();
  expect(requestsTo(READ)).toHaveLength(1);
});

test('shows the age and the exact time (spec 3.5)', async () => {
  on('GET', LIST, () =>
    good([
      notice({ title: 'Just now', createdAt: ago(0) }),
      notice({ _id: 'n2', title: 'Hours', createdAt: ago(3 * 60 + 10) }),
      notice({ _id: 'n3', title: 'Long', createdAt: '2020-03-09T18:30:00.000Z' }),
      notice({ _id: 'n4', title: 'Ahead', createdAt: ago(-90) }),
      notice({ _id: 'n5', title: 'Undated', createdAt: undefined }),
    ]),
  );
  openPortal(PATH.admin, 'admin');
  expect((await line('Just now')).getByText('now')).toBeVisible();
  expect((await line('Hours')).getByText('3 hours ago')).toBeVisible();
  expect((await line('Long')).getByText(/^\d+ years ago$/)).toHaveAttribute(
    'title',
    expect.stringMatching(/2020, .*M$/),
  );
  expect((await line('Ahead')).getByText('now')).toBeVisible();
  expect((await line('Undated')).queryByText(/ago|^now$/)).toBeNull();
});

test('marks nothing if nothing is unread', async () => {
  hostWith([notice({ isRead: true })]);
  openPortal(PATH.employee, 'employee');
  await line('New appointment');
  expect(screen.queryByText('New')).toBeNull();
  expect(requestsTo(READ)).toHaveLength(0);
});

test('empties the list by Delete All and confirms it (spec 2.87, 4.17, 8.24)', async () => {
  const { user } = openPortal(PATH.employee, 'employee');
  await user.click(await deleteAll());
  expect(await screen.findByText('All notifications deleted successfully.')).toBeVisible();
  expect(await screen.findByText(empty)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete All' })).toBeNull();
  expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus();
  expect(requestsTo(DELETE)).toMatchObject([{ method: 'POST', body: {} }]);
});

test.each([
  ['an empty list', () => good([])],
  ['a reply without data', () => good()],
])('%s: reports an empty list without a delete button', async (_what, answer) => {
  on('GET', LIST, answer);
  openPortal(PATH.laboratory, 'laboratory');
  expect(await screen.findByText(empty)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete All' })).toBeNull();
  expect(requestsTo(READ)).toHaveLength(0);
});

test('lists notifications that contain only an id', async () => {
  on('GET', LIST, () => good([{ _id: 'n1' }]));
  openPortal(PATH.admin, 'admin');
  expect((await line('N/A')).getByText('New')).toBeVisible();
  await waitFor(() => expect(requestsTo(READ)[0]?.body).toEqual({ notifications: ['n1'] }));
});

const failures = [
  ['the message of a refusal', () => refused('Not now.', 500), 'Not now.', 'Not now.'],
  ['a dropped connection', () => Response.error(), '.', ''],
] as const;

test.each(failures)(
  'reports a failed marking and keeps them unread: %s (spec 8.13)',
  async (_what, answer, _end, message) => {
    on('POST', READ, answer);
    const { user } = openPortal(PATH.employee, 'employee');
    expect(await screen.findByText(message || 'Failed to mark notifications as read')).toBeVisible();
    expect((await line('New appointment')).getByText('New')).toBeVisible();
    expect(await bell('Notifications, 2 unread')).toBeVisible();
    expect(requestsTo(READ)).toHaveLength(1);
    await user.click(await deleteAll());
    expect(await screen.findByText(empty)).toBeVisible();
  },
);

test.each(failures)(
  'reports a failed deletion and keeps the list: %s (spec 8.13)',
  async (_what, answer, _end, message) => {
    on('POST', DELETE, answer);
    const { user } = openPortal(PATH.laboratory, 'laboratory');
    await user.click(await deleteAll());
    expect(await screen.findByText(message || 'Failed to delete notifications')).toBeVisible();
    await line('Tracking image uploaded');
    hostWith(three());
    await waitFor(async () => expect(await deleteAll()).toBeEnabled());
    await user.click(await deleteAll());
    expect(await screen.findByText(empty)).toBeVisible();
  },
);

test('pages more than 200, and marks all as read at once', async () => {
  const many = Array.from({ length: 201 }, (_, index) => notice({ _id: `n${index}`, title: `Note ${index}` }));
  hostWith(many.map((one, index) => ({ ...one, createdAt: ago(index) })));
  const { user } = openPortal(PATH.admin, 'admin');
  await line('Note 0');
  expect(screen.queryByText('Note 200')).toBeNull();
  await waitFor(() => expect(requestsTo(READ)[0]?.body.notifications).toHaveLength(201));
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect((await line('Note 200')).getByText('New')).toBeVisible();
});
