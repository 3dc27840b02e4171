import { screen, waitFor, within } from '@testing-library/react';
import { getLanguageName, LOCALES, resources } from 'portal-frame/internal/browser';
import { beforeEach, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../roles.ts';
import { appointment, everyday, good, on, refused, requestsTo } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

const QUIET = { admin: '/settings', employee: '/employee-settings', laboratory: '/laboratory-settings' } as const;
const KEY = '{Control>}k{/Control}';
const TITLE = 'Search and actions';
const LANGUAGES = LOCALES.filter((locale) => locale !== 'en').map((locale) => `Language: ${getLanguageName(locale)}`);
beforeEach(() => everyday());
const at = (path: string) => waitFor(() => expect(location.pathname).toBe(path));

/** Opens the palette by key. The header's search takes the first press. */
async function open(role: Role, host: Record<string, string> = OURS) {
  const view = openPortal(QUIET[role], role, undefined, host);
  if (role === 'laboratory') await screen.findByRole('combobox', { name: 'Search appointments' });
  else await screen.findByRole('button', { name: 'Search...' });
  await view.user.keyboard(role === 'laboratory' ? KEY + KEY : KEY);
  const palette = within(await screen.findByRole('dialog', { name: TITLE }));
  return { ...view, palette, field: palette.getByRole('combobox', { name: TITLE }) };
}
const labels = (palette: Awaited<ReturnType<typeof open>>['palette']) =>
  palette.getAllByRole('option').map((one) => one.textContent);

describe.each(ROLES)('%s', (role) => {
  test("opens by Ctrl+K and offers exactly the role's screens and forms", async () => {
    const { palette, field } = await open(role);
    expect(field).toHaveFocus();
    const expected = {
      admin: [
        'Dashboard',
        'Appointments',
        'Employees',
        'Laboratories',
        'Payment',
        'Archive',
        'Settings',
        'Notifications',
        'Audit trail',
        'Administrators',
        'Profile',
        'Add Appointments',
        'Add Employee',
        'Add Laboratory',
        'Add Administrator',
      ],
      employee: ['Dashboard', 'Appointments', 'Archive', 'Settings', 'Notifications', 'Profile', 'Run sheet'],
      laboratory: ['Dashboard', 'Appointments', 'Archive', 'Settings', 'Notifications', 'Profile', 'Add Appointments'],
    }[role];
    const shown = labels(palette);
    expect(shown.toSorted()).toEqual([...expected, 'Switch to dark', ...LANGUAGES, 'Logout'].toSorted());
    const lists = resources.filter(({ roles }) => roles[role]?.list).length;
    expect(shown.length).toBeGreaterThan(lists);
  });
});

test('opens a screen by a few letters and Enter', async () => {
  on('POST', '/common/find', () => good({ appointments: [], employees: [], laboratories: [] }));
  const { user, palette } = await open('admin');
  await user.keyboard('lab');
  expect(labels(palette)[0]).toBe('Laboratories');
  expect(labels(palette)).toContain('Add Laboratory');
  await user.keyboard('{Enter}');
  await at('/laboratories');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('adds an appointment, found by any word of the label', async () => {
  const { user, palette } = await open('laboratory');
  await user.keyboard('appo');
  const headings = palette.getAllByRole('group').map((group) => group.getAttribute('aria-label'));
  expect(headings).toEqual([...new Set(headings)]);
  await user.keyboard(' ad{Enter}');
  await at('/laboratory-add-appointment');
});

test('finds a patient on a host of spec 7, ignoring accents, and opens the details', async () => {
  on('GET', '/admin/get-appointments', () =>
    good({ appointments: [appointment(), appointment({ _id: 'a2', patientName: 'Bob Stone' })], totalPages: 1 }),
  );
  const { user, palette } = await open('admin', {});
  expect(requestsTo('/admin/get-appointments')).toHaveLength(0);
  await user.keyboard('nunez');
  const found = await palette.findByRole('option');
  expect(found).toHaveTextContent(/María Núñez.*Mar (9|10), 2026.*Pending/);
  expect(palette.getByText('Appointments')).toBeVisible();
  expect(requestsTo('/common/find')).toEqual([]);
  await user.keyboard('{Enter}');
  await at('/appointments/a1');
  expect(await screen.findByText('Contact Info')).toBeVisible();
});

const people = {
  appointments: [appointment({ patientName: 'Marisol Vega' })],
  employees: [{ _id: 'e7', employeeId: 'EMP-1007', fullName: 'Marisol Paredes', contactNumber: '+12155550120' }],
  laboratories: [],
};

test('searches our host once for all kinds, and offers recent choices first', async () => {
  on('POST', '/common/find', () => good(people));
  const { user, palette } = await open('admin');
  await user.keyboard('marisol');
  expect(await palette.findByRole('option', { name: /^Marisol Vega.*Pending/ })).toBeVisible();
  const employee = palette.getByRole('option', { name: /Marisol Paredes.*EMP-1007.*\(215\) 555-0120/ });
  expect(requestsTo('/admin/get-appointments')).toEqual([]);
  expect(requestsTo('/common/find').map(({ body }) => body.text)).toContain('marisol');
  await user.click(employee);
  await at('/employees/e7');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard(KEY);
  const again = within(await screen.findByRole('dialog', { name: TITLE }));
  expect(again.getAllByRole('option')[0]).toHaveTextContent('Marisol Paredes');
  expect(Object.values({ ...localStorage }).join()).not.toContain('Paredes');
});

function slowHost(names: readonly string[]) {
  const gates = new Map<string, () => void>();
  on('POST', '/common/find', async ({ body }) => {
    const text = String(body.text);
    await new Promise<void>((resolve) => gates.set(text, resolve));
    const found = names.filter((name) => name.toLowerCase().startsWith(text));
    return good({
      appointments: found.map((patientName) => appointment({ _id: patientName, patientName })),
      employees: [],
      laboratories: [],
    });
  });
  return async (text: string) => {
    await waitFor(() => expect(gates.has(text)).toBe(true));
    gates.get(text)?.();
  };
}

test('takes the first result of the latest text on an early Enter (spec 14.10)', async () => {
  const answer = slowHost(['Mara Ash', 'Mei Robinson']);
  const { user, palette } = await open('admin');
  await user.keyboard('m');
  await user.keyboard('e{Backspace}a');
  await answer('ma');
  expect(await palette.findByRole('option', { name: /^Mara Ash.*Pending/ })).toBeVisible();
  await user.keyboard('{Backspace}ei{Enter}');
  expect(location.pathname).toBe('/settings');
  await answer('mei');
  await at('/appointments/Mei%20Robinson');
});

test('forgets Enter after a change of text, and takes an option chosen by arrows', async () => {
  const answer = slowHost(['Mara Ash', 'Mara Birch', 'Mei Robinson']);
  const { user, palette } = await open('admin');
  await user.keyboard('mei{Enter}');
  await user.keyboard('{Backspace}{Backspace}a');
  await answer('ma');
  expect(await palette.findByRole('option', { name: /^Mara Ash.*Pending/ })).toBeVisible();
  expect(location.pathname).toBe('/settings');
  await user.keyboard('r{ArrowDown}{Enter}');
  await at('/appointments/Mara%20Birch');
});

test('takes the first result of the latest text in the laboratory’s search too', async () => {
  const answer = slowHost(['Mara Ash', 'Mei Robinson']);
  const { user } = openPortal(QUIET.laboratory, 'laboratory', undefined, OURS);
  const field = await screen.findByRole('combobox', { name: 'Search appointments' });
  await user.type(field, 'ma');
  await answer('ma');
  expect(await screen.findByRole('option', { name: /^Mara Ash.*Pending/ })).toBeVisible();
  await user.keyboard('{Backspace}ei{Enter}');
  await answer('mei');
  await at('/laboratory-appointments/Mei%20Robinson');
});

test('offers actions and filtered lists for the first result', async () => {
  on('POST', '/common/find', () => good({ ...people, appointments: [] }));
  const { user, palette } = await open('admin');
  await user.keyboard('paredes');
  expect(await palette.findByRole('option', { name: 'Marisol Paredes: (215) 555-0120' })).toBeVisible();
  await user.click(palette.getByRole('option', { name: 'Appointments of Marisol Paredes' }));
  await at('/appointments');
  expect(JSON.parse(new URLSearchParams(location.search).get('filter') ?? '{}')).toEqual({ employee: 'e7' });
});

test.each([
  ['unassig', 'Appointments: Unassigned', { assigned: false }],
  ['today', 'Appointments: today', { appointmentDate: new Date().toLocaleDateString('sv') }],
  ['urgent', 'Appointments: Urgent', { priorityLevel: 'Urgent' }],
])('opens the list filtered by %s', async (text, label, filter) => {
  on('POST', '/common/find', () => good({ appointments: [], employees: [], laboratories: [] }));
  const { user, palette } = await open('admin');
  await user.keyboard(text);
  await user.click(palette.getByRole('option', { name: label }));
  await at('/appointments');
  expect(JSON.parse(new URLSearchParams(location.search).get('filter') ?? '{}')).toEqual(filter);
});

test('prefers matches at word starts', async () => {
  on('POST', '/common/find', () => good({ appointments: [], employees: [], laboratories: [] }));
  const { user, palette } = await open('admin');
  await user.keyboard('tra');
  const names = labels(palette).filter((label) => !label?.includes(':'));
  expect(names).toEqual(['Audit trail', 'Administrators', 'Add Administrator']);
});

test('shows all shortcuts by ? and by button, but not while typing', async () => {
  const { user, palette } = await open('admin');
  await user.keyboard('?');
  expect(screen.queryByRole('dialog', { name: 'Keyboard shortcuts' })).toBeNull();
  await user.click(palette.getByRole('button', { name: 'Keyboard shortcuts' }));
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard('?');
  const shortcuts = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const what of ['Assign the visit', 'Move the visit', 'Undo the last change', 'Next record', 'Previous record'])
    expect(shortcuts).toHaveTextContent(what);
});

test.each([
  ['laboratory', ['Assign the visit']],
  ['employee', ['Assign the visit', 'Move the visit']],
] as const)('lists for the %s only shortcuts that work for them', async (role, others) => {
  const { user } = openPortal(QUIET[role], role, undefined, OURS);
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('?');
  const shortcuts = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  expect(shortcuts).toHaveTextContent('Next record');
  for (const what of others) expect(shortcuts).not.toHaveTextContent(what);
});

test('reports an empty result and a failed search', async () => {
  on('POST', '/common/find', () => good({ appointments: [], employees: [], laboratories: [] }));
  const { user, palette } = await open('employee');
  await user.keyboard('zzz');
  expect(await palette.findByText('Nothing found.')).toBeVisible();
  on('POST', '/common/find', () => refused('The database is resting.', 500));
  await user.keyboard('y');
  expect(await palette.findByText('The database is resting.')).toBeVisible();
});

test('switches theme and language', async () => {
  const { user } = await open('admin');
  await user.keyboard('dark{Enter}');
  await waitFor(() => expect(document.documentElement).toHaveClass('dark'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.keyboard(KEY);
  await user.click(await screen.findByRole('option', { name: 'Language: Español' }));
  expect(await screen.findByRole('button', { name: 'Buscar...' })).toBeVisible();
  await user.keyboard(KEY);
  await user.click(await screen.findByRole('option', { name: 'Cambiar a claro' }));
  await waitFor(() => expect(document.documentElement).not.toHaveClass('dark'));
});

test('signs out through the logout screen', async () => {
  const { user } = await open('employee');
  await user.keyboard('logout{Enter}');
  expect(await screen.findByText(/Logging out|Goodbye|Logout failed/)).toBeVisible();
});

test.each(['{Escape}', KEY])('closes on %s and restores the focus', async (keys) => {
  const { user } = openPortal(QUIET.admin, 'admin');
  const button = await screen.findByRole('button', { name: 'Search...' });
  await user.click(button);
  await screen.findByRole('dialog', { name: TITLE });
  await user.keyboard(keys);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(button).toHaveFocus());
});
