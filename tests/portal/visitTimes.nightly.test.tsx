import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, requestsTo } from './host.ts';
import { fill, pick, save } from './people.ts';
import { OURS, openPortal } from './portal.tsx';

const FIND = '/common/find-slots';
const kept = { ...OURS, businessTimeZone: 'America/New_York' };
const slot = (at: string, detour: number, employeeId = 'EMP-007') => ({ at, detour, employeeId });

beforeEach(() => {
  everyday();
  on('POST', FIND, () =>
    good({
      slots: [
        slot('2026-12-01T13:00:00.000Z', 30),
        slot('2026-12-01T13:15:00.000Z', 9),
        slot('2026-12-01T13:30:00.000Z', 9),
        slot('2026-12-02T14:00:00.000Z', 12),
      ],
      ...{ reasons: [], against: [] },
    }),
  );
});

test('offers times once the address is known; a click sets time and employee', async () => {
  const { user } = openPortal('/add-appointment', 'admin', undefined, kept);
  await screen.findByRole('button', { name: 'Save' });
  expect(requestsTo(FIND)).toEqual([]);
  await fill(user, { Address: '1 Elm St, Philadelphia, PA 19107' });
  const times = within(await screen.findByRole('region', { name: 'Times with the least travel' }));
  expect(requestsTo(FIND).at(-1)?.body).toEqual({ zip: '19107' });
  expect(times.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Tue, Dec 1, 8:15 AM · 9 min detour',
    'Tue, Dec 1, 8:30 AM · 9 min detour',
    'Wed, Dec 2, 9:00 AM · 12 min detour',
  ]);
  await user.click(times.getByRole('button', { name: /Dec 2/ }));
  expect(screen.getByLabelText(/^Date & Time/, { selector: 'input' })).toHaveValue('2026-12-02T09:00');
  const employee = screen.getByRole('combobox', { name: /^Employee/ });
  await waitFor(() => expect(`${employee.textContent}${employee.getAttribute('value')}`).toContain('Zoë Ångström'));
});

test('spreads times of the same travel over the day', async () => {
  const hours = Array.from({ length: 10 }, (_, index) => `2026-12-01T${String(13 + index)}:00:00.000Z`);
  on('POST', FIND, () => good({ slots: hours.map((at) => slot(at, 9)), reasons: [], against: [] }));
  const { user } = openPortal('/add-appointment', 'admin', undefined, kept);
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { Address: '1 Elm St, Philadelphia, PA 19107' });
  const times = within(await screen.findByRole('region', { name: 'Times with the least travel' }));
  expect(times.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Tue, Dec 1, 8:00 AM · 9 min detour',
    'Tue, Dec 1, 12:00 PM · 9 min detour',
  ]);
});

test('explains why nobody is free on the typed day, and offers the next days', async () => {
  on('POST', FIND, ({ body }) =>
    body.days === 1
      ? good({ slots: [], reasons: [{ code: 'holiday', parameters: { name: 'Picnic' }, employees: 4 }], against: [] })
      : good({ slots: [slot('2026-12-03T13:00:00.000Z', 30)], reasons: [], against: [] }),
  );
  const { user } = openPortal('/add-appointment', 'admin', undefined, kept);
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { Address: '1 Elm St, PA 19107', 'Date & Time': '2026-12-01T08:00' });
  expect(await screen.findByText('Nobody is free on this day.')).toBeVisible();
  expect(screen.getByText('This day is a holiday: Picnic. (4 employees)')).toBeVisible();
  expect(await screen.findByRole('button', { name: /^Thu, Dec 3, 8:00 AM/ })).toBeVisible();
  const from = { zip: '19107', from: '2026-12-01' };
  expect(requestsTo(FIND).map(({ body }) => body)).toEqual(
    expect.arrayContaining([
      { ...from, days: 1 },
      { ...from, days: 14 },
    ]),
  );
});

test('offers a laboratory times for its own visit, and sends the chosen one (spec 33.7)', async () => {
  on('POST', FIND, () =>
    good({ slots: [{ ...slot('2026-12-01T13:15:00.000Z', 0, ''), detour: null }], reasons: [], against: [] }),
  );
  on('POST', '/laboratory/add-appointment', () => good());
  const { user } = openPortal('/laboratory-add-appointment', 'laboratory', undefined, kept);
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { 'Full Name': 'Ada Ødegård', Address: '1 Elm St, PA 19107' });
  expect(await screen.findByRole('region', { name: 'Open times' })).toBeVisible();
  await user.click(await screen.findByRole('button', { name: /Dec 1, 8:15 AM/ }));
  await pick(user, 'Gender', 'Female');
  await pick(user, 'Priority', 'Urgent');
  await save(user);
  await waitFor(() => expect(requestsTo('/laboratory/add-appointment')).toHaveLength(1));
  expect(requestsTo('/laboratory/add-appointment')[0]?.body).toMatchObject({
    appointmentDateTime: '2026-12-01T13:15:00.000Z',
  });
});

test('says why a chosen time no longer suits, once the address has changed', async () => {
  const { user } = openPortal('/add-appointment', 'admin', undefined, kept);
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { Address: '1 Elm St, PA 19107' });
  await user.click(await screen.findByRole('button', { name: /Dec 2/ }));
  const tooOld = { code: 'tubesTooOld', parameters: { hours: 0.5, minutes: 65 }, employees: 4 };
  on('POST', FIND, ({ body }) => good({ slots: [], reasons: [], against: body.at ? [tooOld] : [] }));
  await fill(user, { Address: '1 Elm St, PA 19428' });
  expect(await screen.findByText('Wed, Dec 2, 9:00 AM no longer suits this visit.')).toBeVisible();
  expect(screen.getByText(/^The tubes keep 0.5 h/)).toBeVisible();
});

test('offers no times on the provider’s host', async () => {
  const { user } = openPortal('/add-appointment', 'admin');
  await screen.findByRole('button', { name: 'Save' });
  await fill(user, { Address: '1 Elm St, PA 19107' });
  expect(requestsTo(FIND)).toEqual([]);
});

test('offers times of its own employee to move a visit, without unknown detours', async () => {
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment({ _id: 'a1' })], totalPages: 1 }));
  on('POST', FIND, () =>
    good({
      slots: [slot('2026-12-01T13:15:00.000Z', 9), { ...slot('2026-12-02T14:00:00.000Z', 0), detour: null }],
      ...{ reasons: [], against: [] },
    }),
  );
  on('POST', '/admin/change-appointment/a1', () => good({}));
  const { user } = openPortal('/appointments', 'admin', undefined, kept);
  await user.click((await screen.findAllByRole('link', { name: /^View/ }))[0] as HTMLElement);
  await user.click(await screen.findByRole('button', { name: 'Move' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Move/ }));
  expect(await dialog.findByRole('button', { name: 'Tue, Dec 1, 8:15 AM · 9 min detour' })).toBeVisible();
  expect(requestsTo(FIND).at(-1)?.body).toEqual({ visit: 'a1' });
  await user.click(dialog.getByRole('button', { name: 'Wed, Dec 2, 9:00 AM' }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(requestsTo('/admin/change-appointment/a1')).toHaveLength(1));
  expect(requestsTo('/admin/change-appointment/a1')[0]?.body).toMatchObject({
    appointmentDateTime: '2026-12-02T14:00:00.000Z',
  });
});
