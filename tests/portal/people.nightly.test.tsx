import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const at = (time: string) => `1970-01-01T${time}:00.000Z`;
const KINDS = [
  {
    kind: 'employee',
    path: '/employees',
    list: '/admin/get-employees',
    remove: '/admin/delete-employee/{id}',
    name: 'Zoë Ångström',
    record: {
      _id: 'x1',
      employeeId: 'EMP-007',
      fullName: 'Zoë Ångström',
      email: 'zoe@example.test',
      contactNumber: '+15551230007',
      address: '3 Oak Street',
      gender: 'Female',
      hireDate: '2024-05-06',
      jobRole: 'Phlebotomist',
    },
    other: { _id: 'x2', employeeId: 'EMP-008', fullName: 'Li Wei' },
    shown: ['EMP-007', 'May 6, 2024', 'zoe@example.test', '(555) 123-0007', '3 Oak Street', 'Female'],
    empty: 'No employees found',
    question: 'Are you sure you want to delete this employee?',
    running: 'Deleting employee...',
    deleted: 'Employee deleted successfully',
    failed: 'Failed to delete employee',
  },
  {
    kind: 'laboratory',
    path: '/laboratories',
    list: '/admin/get-laboratories',
    remove: '/admin/delete-laboratory/{id}',
    name: 'Northside Lab',
    record: {
      _id: 'x1',
      fullName: 'Northside Lab',
      email: 'north@example.test',
      contactNumber: '+15551230001',
      address: '1 North Road',
      timings: [
        { day: 'Sunday', time: [at('00:00'), at('12:00')] },
        { day: 'Monday', time: [at('09:00'), at('17:30')] },
        { day: 'Friday', time: [at('09:00'), null] },
      ],
    },
    other: { _id: 'x2', fullName: 'Li Wei' },
    shown: ['north@example.test', '(555) 123-0001', '1 North Road'],
    empty: 'No laboratories found',
    question: 'Are you sure you want to delete this laboratory?',
    running: 'Deleting laboratory...',
    deleted: 'Laboratory deleted successfully',
    failed: 'Failed to delete laboratory',
  },
] as const;

beforeEach(everyday);

describe.each(KINDS)('$kind (spec 2.81, 2.82, 8.14)', (one) => {
  const open = (path: string = one.path) => {
    on('GET', one.list, () => good([one.record, one.other]));
    return openPortal(path, 'admin').user;
  };
  const card = async (name: string) =>
    within((await screen.findByText(name, { selector: 'main li *' })).closest('li') as HTMLElement);
  const ask = async (user: ReturnType<typeof open>) => {
    await user.click((await card(one.name)).getByRole('button', { name: /^Delete/ }));
    return within(await screen.findByRole('dialog', { name: 'Delete' }));
  };

  test('shows a grid of cards with View and Delete (spec 2.81, 2.82)', async () => {
    open();
    for (const name of [one.name, 'Li Wei']) {
      const found = await card(name);
      expect(found.getByRole('link', { name: /^View/ })).toBeVisible();
      expect(found.getByRole('button', { name: /^Delete/ })).toBeVisible();
    }
    expect(screen.queryByRole('table')).toBeNull();
    expect(requestsTo(one.list)).toMatchObject([{ method: 'GET', query: {} }]);
  });

  test('shows the details in a popup (spec 2.81)', async () => {
    const user = open();
    await user.click((await card(one.name)).getByRole('link', { name: /^View/ }));
    const popup = within(await screen.findByRole('dialog', { name: one.name }));
    for (const text of one.shown) expect(popup.getByText(text)).toBeVisible();
    await user.click(popup.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(location.pathname).toBe(one.path);
  });

  test('shows N/A for missing details', async () => {
    open(`${one.path}/x2`);
    const popup = within(await screen.findByRole('dialog', { name: 'Li Wei' }));
    expect((await popup.findAllByText('N/A')).length).toBeGreaterThan(3);
  });

  test('asks before Delete, and Cancel changes nothing (spec 2.81)', async () => {
    const user = open();
    const dialog = await ask(user);
    expect(dialog.getByText(one.name)).toBeVisible();
    expect(dialog.getByText(one.question)).toBeVisible();
    expect(dialog.queryByRole('alert')).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(requestsTo(one.remove.replace('{id}', 'x1'))).toHaveLength(0);
    expect(await card(one.name)).toBeTruthy();
  });

  test('deletes after Yes, with progress and confirmation, and removes the card (spec 4.16)', async () => {
    let finish = () => {};
    const asked = new Promise<void>((resolve) => {
      finish = resolve;
    });
    on('POST', one.remove, () => asked.then(() => good()));
    const user = open();
    const dialog = await ask(user);
    await user.click(dialog.getByRole('button', { name: 'Yes, Delete' }));
    expect((await screen.findAllByText(one.running))[0]).toBeVisible();
    expect(dialog.getByRole('button', { name: one.running })).toBeDisabled();
    on('GET', one.list, () => good([one.other]));
    finish();
    expect(await screen.findByText(one.deleted)).toBeVisible();
    await waitFor(() => expect(screen.queryByText(one.name)).toBeNull());
    await waitFor(() => expect(screen.queryByText(one.running)).toBeNull());
    expect(requestsTo(one.remove.replace('{id}', 'x1'))).toMatchObject([{ method: 'POST', body: {} }]);
    expect(await card('Li Wei')).toBeTruthy();
  });

  test('reports a failed deletion and keeps the card', async () => {
    const text = 'Appointments are still open.';
    on('POST', one.remove, () => refused(text));
    const user = open();
    await user.click((await ask(user)).getByRole('button', { name: 'Yes, Delete' }));
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getAllByText(one.name)[0]).toBeInTheDocument();
    await waitFor(() => expect(screen.queryByText(one.running)).toBeNull());
  });
});

test("shows a laboratory's week from Monday in 12-hour times, 'Off Day' without hours (spec 2.82)", async () => {
  const [, laboratory] = KINDS;
  on('GET', laboratory.list, () => good([laboratory.record]));
  openPortal('/laboratories/x1', 'admin');
  const popup = within(await screen.findByRole('dialog', { name: laboratory.name }));
  const week = (await popup.findByText('Monday')).closest('dl');
  const lines = [...(week?.querySelectorAll('dt') ?? [])].map(
    (day) => `${day.textContent} ${day.nextElementSibling?.textContent}`,
  );
  expect(lines).toEqual([
    'Monday 9:00 AM - 5:30 PM',
    'Tuesday Off Day',
    'Wednesday Off Day',
    'Thursday Off Day',
    'Friday Off Day',
    'Saturday Off Day',
    'Sunday 12:00 AM - 12:00 PM',
  ]);
});
