import { act, render, screen, waitFor, within } from '@testing-library/react';
import { notificationEvents } from 'portal-frame/browser/plugins';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import App from '../../src/App.tsx';
import { hasPlugin } from './hasPlugin.ts';
import { appointment, everyday, good, on, refused, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const roles = ['admin', 'employee', 'laboratory'] as const;
const QUIET = { admin: '/profile', employee: '/employee-profile', laboratory: '/laboratory-profile' } as const;
const NOTIFICATIONS = '/common/get-notifications';

beforeEach(everyday);
afterEach(() => {
  window.innerWidth = 1440;
});
const at = (path: string) => waitFor(() => expect(window.location.pathname).toBe(path));
const menu = () => screen.findByRole('navigation', { name: 'Main' });
const entries = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

test.each([
  [
    'admin',
    'Admin',
    [
      'Dashboard /dashboard',
      'Add Appointments /add-appointment',
      'Appointments /appointments',
      'Add Employee /add-employee',
      'Employees /employees',
      'Add Laboratory /add-laboratory',
      'Laboratories /laboratories',
      'Payment /payments',
      'Archive /archive',
      'Settings /settings',
    ],
  ],
  [
    'employee',
    'Employee',
    [
      'Dashboard /employee-dashboard',
      'Appointments /employee-appointments',
      'Archive /employee-archive',
      'Settings /employee-settings',
    ],
  ],
  [
    'laboratory',
    'Laboratory',
    [
      'Dashboard /laboratory-dashboard',
      'Add Appointments /laboratory-add-appointment',
      'Appointments /laboratory-appointments',
      'Archive /laboratory-archive',
      'Settings /laboratory-settings',
    ],
  ],
] as const)(
  '%s: shows the badge and exactly the entries of spec 2 in their order (spec 2.7, 2.22, 2.23, 2.24)',
  async (role, badge, expected) => {
    openPortal(QUIET[role], role);
    expect(entries(await menu())).toEqual(expected);
    expect(within(screen.getByRole('banner')).getByText(badge)).toBeVisible();
  },
);

test("separates the laboratory's Settings (spec 2.25)", async () => {
  openPortal(QUIET.laboratory, 'laboratory');
  const [upper, lower] = within(await menu()).getAllByRole('list');
  expect(within(upper as HTMLElement).getAllByRole('link')).toHaveLength(4);
  expect(entries(lower as HTMLElement)).toEqual(['Settings /laboratory-settings']);
});

describe('sidebar', () => {
  const isOpen = () => document.getElementById('sidebar')?.dataset.open;

  test('collapses by its toggle, remembers it, and expands under the mouse (spec 2.28, 4.19)', async () => {
    const { user } = openPortal(QUIET.admin, 'admin');
    const nav = await menu();
    expect(isOpen()).toBe('true');
    const toggle = screen.getByRole('button', { name: 'Toggle sidebar' });
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await user.click(toggle);
    expect(isOpen()).toBe('false');
    expect(localStorage.getItem('RaStore.sidebar.open')).toBe('false');
    await user.hover(nav);
    expect(isOpen()).toBe('true');
    await user.unhover(nav);
    expect(isOpen()).toBe('false');
  });

  test('overlays the page below 768 px and closes when an entry is chosen (spec 2.29, 4.19, 9.10)', async () => {
    window.innerWidth = 500;
    const { user } = openPortal(QUIET.employee, 'employee');
    const toggle = await screen.findByRole('button', { name: 'Toggle sidebar' });
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    await user.click(toggle);
    await user.click(within(await menu()).getByRole('link', { name: 'Archive' }));
    await at('/employee-archive');
    await waitFor(() => expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull());
    if (!hasPlugin('runSheet')) return;
    const bar = within(screen.getByRole('navigation', { name: 'Most used' }));
    expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Run sheet',
      'Dashboard',
      'Appointments',
      'Archive',
      'Settings',
    ]);
  });

  test('is collapsed between 768 and 1024 px (spec 9.10)', async () => {
    window.innerWidth = 900;
    openPortal(QUIET.employee, 'employee');
    await menu();
    expect(isOpen()).toBe('false');
  });
});

/** Four notifications, `unread` of them unread. */
const some = (unread: number) =>
  Array.from({ length: 4 }, (_, index) => ({
    _id: `n${index}`,
    title: 'New appointment',
    body: 'For you.',
    isRead: index >= unread,
    createdAt: '2026-03-01T10:00:00.000Z',
  }));

describe('bell', () => {
  test("sets the laboratory's count to 0 on click, whatever the host says (spec 2.26)", async () => {
    on('GET', NOTIFICATIONS, () => good(some(2)));
    const { user } = openPortal(QUIET.laboratory, 'laboratory');
    await user.click(await screen.findByRole('link', { name: 'Notifications, 2 unread' }));
    await at('/laboratory-notifications');
    expect(await screen.findByRole('link', { name: 'Notifications' })).toHaveTextContent('');
  });

  test('refetches its count after a push message', async () => {
    on('GET', NOTIFICATIONS, () => good(some(1)));
    openPortal(QUIET.admin, 'admin');
    await screen.findByRole('link', { name: 'Notifications, 1 unread' });
    on('GET', NOTIFICATIONS, () => good(some(4)));
    act(() => void notificationEvents.dispatchEvent(new Event('new')));
    expect(await screen.findByRole('link', { name: 'Notifications, 4 unread' })).toBeVisible();
  });
});

describe('account in the header', () => {
  test.each([
    ['admin', '/notifications', '/profile', '/logout'],
    ['employee', '/employee-notifications', '/employee-profile', '/logout'],
    ['laboratory', '/laboratory-notifications', '/laboratory-profile', '/laboratory-logout'],
  ] as const)(
    '%s: shows the bell with the unread count, the name, Profile and Logout (spec 2.23, 2.24, 2.26; ASVS 7.4.4)',
    async (role, bells, profile, logout) => {
      on('GET', NOTIFICATIONS, () => good(some(3)));
      const { user } = openPortal(QUIET[role], role);
      const bell = await screen.findByRole('link', { name: 'Notifications, 3 unread' });
      expect(bell).toHaveTextContent('3');
      expect(bell).toHaveAttribute('href', bells);
      await user.click(await screen.findByRole('button', { name: 'Your account' }));
      const list = within(await screen.findByRole('menu'));
      expect(await list.findByText(`Test ${role}`)).toBeVisible();
      expect(list.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', profile);
      expect(list.getByRole('menuitem', { name: 'Logout' })).toHaveAttribute('href', logout);
    },
  );

  test.each([
    ['The profile is being moved.', 'The profile is being moved.'],
    ['', 'Failed to fetch user profile image.'],
  ])(
    "reports why the photo could not be loaded, with the host's message if any: %j (spec 8.10)",
    async (message, text) => {
      on('GET', '/admin/get-profile', () => refused(message, 500));
      openPortal('/archive', 'admin');
      expect(await screen.findByText(text)).toBeVisible();
      expect(screen.queryAllByText('Failed to fetch user profile image.')).toHaveLength(message ? 0 : 1);
      expect(window.location.pathname).toBe('/archive');
    },
  );

  test("shows the host's photo (spec 7.17)", async () => {
    on('GET', '/admin/get-profile', () => good({ _id: 'me', fullName: 'Ann Dee', image: 'uploads/ann.png' }));
    openPortal('/archive', 'admin');
    const account = await screen.findByRole('button', { name: 'Your account' });
    await waitFor(() => expect(account.querySelector('img')).toHaveAttribute('src', '/uploads/ann.png'));
  });
});

test('switches the theme, applies it to the document and remembers it (spec 2.31)', async () => {
  const { user, unmount } = openPortal(QUIET.admin, 'admin');
  const toggle = await screen.findByRole('button', { name: 'Switch between light and dark' });
  expect(document.documentElement).not.toHaveClass('dark');
  await user.click(toggle);
  expect(document.documentElement).toHaveClass('dark');
  expect(localStorage.getItem('RaStore.theme')).toBe('"dark"');
  unmount();
  render(<App />);
  expect(await screen.findByRole('button', { name: 'Switch between light and dark', pressed: true })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Switch between light and dark' }));
  expect(document.documentElement).not.toHaveClass('dark');
  expect(localStorage.getItem('RaStore.theme')).toBe('"light"');
});

describe('search', () => {
  test.each([
    ['Ctrl', '{Control>}k{/Control}'],
    ['Cmd', '{Meta>}k{/Meta}'],
  ])('opens for a laboratory with %s+K (spec 2.27)', async (_name, keys) => {
    const { user } = openPortal(QUIET.laboratory, 'laboratory');
    const search = await screen.findByRole('combobox', { name: 'Search appointments' });
    expect(search).not.toHaveFocus();
    await user.keyboard(keys);
    expect(search).toHaveFocus();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Search...' })).toBeNull();
  });

  test('finds an appointment by patient, ignoring accents, and opens it', async () => {
    on('GET', '/laboratory/get-appointments', () =>
      good({ appointments: [appointment(), appointment({ _id: 'a2', patientName: 'Bob Stone' })], totalPages: 1 }),
    );
    const { user } = openPortal(QUIET.laboratory, 'laboratory');
    await user.type(await screen.findByRole('combobox', { name: 'Search appointments' }), 'nunez');
    const found = await screen.findAllByRole('option');
    expect(found).toHaveLength(1);
    expect(found[0]).toHaveTextContent('María Núñez');
    await user.click(found[0] as HTMLElement);
    await at('/laboratory-appointments/a1');
  });

  test('reports no results, and sends no call for an empty search', async () => {
    on('GET', '/laboratory/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
    const { user } = openPortal(QUIET.laboratory, 'laboratory');
    const search = await screen.findByRole('combobox', { name: 'Search appointments' });
    await user.click(search);
    expect(requestsTo('/laboratory/get-appointments')).toHaveLength(0);
    await user.type(search, 'nobody');
    expect(await screen.findByText('No appointment found.')).toBeVisible();
  });

  test('reports why the search failed', async () => {
    on('GET', '/laboratory/get-appointments', () => refused('The database is resting.', 500));
    const { user } = openPortal(QUIET.laboratory, 'laboratory');
    await user.type(await screen.findByRole('combobox', { name: 'Search appointments' }), 'ann');
    expect(await screen.findByText('The database is resting.')).toBeVisible();
  });

  test.each(['admin', 'employee'] as const)('is missing for %s', async (role) => {
    openPortal(QUIET[role], role);
    await menu();
    expect(screen.queryByRole('combobox', { name: 'Search appointments' })).toBeNull();
  });
});

test('scrolls to the top on every screen change, and locks the page under a show view (spec 2.9, 4.19)', async () => {
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const { user } = openPortal(QUIET.admin, 'admin');
  await user.click(within(await menu()).getByRole('link', { name: 'Appointments' }));
  await at('/appointments');
  expect(scroll).toHaveBeenCalledWith(0, 0);
  await user.click(await screen.findByText('María Núñez'));
  await screen.findByRole('dialog');
  expect(document.documentElement).toHaveStyle({ overflow: 'hidden' });
  scroll.mockClear();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.documentElement).not.toHaveStyle({ overflow: 'hidden' });
  expect(scroll).not.toHaveBeenCalled();
  scroll.mockRestore();
});

test.each(roles)('%s: reaches a skip link with the first Tab', async (role) => {
  const { user } = openPortal(QUIET[role], role);
  await menu();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Skip to the content' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(screen.getByRole('main')).toHaveFocus();
});
