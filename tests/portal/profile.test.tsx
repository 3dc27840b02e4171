import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ROLES, type Role } from '../roles.ts';
import { everyday, good, on, requestsTo } from './host.ts';
import { person } from './people.ts';
import { openPortal } from './portal.tsx';

const PATH = { admin: '/profile', employee: '/employee-profile', laboratory: '/laboratory-profile' } as const;

const at = (time: string) => `1970-01-01T${time}:00.000Z`;
const profiles: Record<Role, object> = {
  admin: { ...person, gender: 'Female', department: 'Admin', hireDate: '2024-02-29T00:00:00.000Z' },
  employee: {
    ...person,
    gender: 'Others',
    department: 'Radiology',
    employeeId: 'EMP-007',
    jobRole: 'Phlebotomist',
    hireDate: '2024-02-29',
  },
  laboratory: {
    ...person,
    isActive: false,
    jobRole: 'Reference laboratory',
    about: 'Open since 1990',
    createdAt: '2023-11-05T08:00:00.000Z',
    timings: [
      { day: 'Tuesday', time: [at('13:05'), at('23:30')] },
      { day: 'Monday', time: [at('00:00'), at('12:00')] },
      { day: 'Friday', time: [at('09:00'), null] },
    ],
  },
};
const heads: Record<Role, Record<string, string>> = {
  admin: { Username: 'zoe7', 'Joined Date': 'February 29, 2024' },
  employee: { 'Job Role': 'Phlebotomist', 'Employee ID': 'EMP-007', 'Joined Date': 'February 29, 2024' },
  laboratory: { 'Job Role': 'Reference laboratory', Username: 'zoe7', 'Joined Date': 'November 5, 2023' },
};
const basics: Record<Role, Record<string, string>> = {
  admin: { Gender: 'Female', Department: 'Admin', Status: 'Online' },
  employee: { Gender: 'Others', Department: 'Radiology', Status: 'Online' },
  laboratory: { Status: 'Offline', About: 'Open since 1990' },
};

beforeEach(everyday);
afterEach(() => vi.unstubAllGlobals());

const linesOf = (list: Element | null | undefined) =>
  Object.fromEntries(
    [...(list?.children ?? [])].map((line) => [
      line.querySelector('dt')?.textContent ?? '',
      line.querySelector('dd')?.textContent ?? '',
    ]),
  );
const block = async (name: string) => linesOf((await screen.findByRole('region', { name })).querySelector('dl'));
const head = async () => {
  const [name] = await within(await screen.findByRole('main')).findAllByRole('heading', { level: 2 });
  return { name: name?.textContent, ...linesOf(name?.parentElement?.querySelector('dl')) };
};

test.each(ROLES)(
  '%s: shows a spinner, then photo, head, contact and basic block (spec 2.88, 2.89, 2.91)',
  async (role) => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    on('GET', `/${role}/get-profile`, () => asked.then(() => good(profiles[role])));
    openPortal(PATH[role], role);
    expect(await screen.findByText('Loading...')).toBeVisible();
    answer();
    await screen.findByRole('region', { name: 'Contact Info' });
    expect(await head()).toEqual({ name: 'Zoë Ångström', ...heads[role] });
    expect(await block('Contact Info')).toEqual({
      Email: 'zoe@example.test',
      'Contact Number': '(555) 123-0007',
      Address: '7 Harbour Street',
    });
    expect(await block('Basic Info')).toEqual(basics[role]);
    expect(screen.queryByText('Loading...')).toBeNull();
    expect(requestsTo(`/${role}/get-profile`)[0]?.authorization).toMatch(/^Bearer /);
    expect(screen.getByRole('link', { name: 'Edit profile' })).toHaveAttribute(
      'href',
      `${PATH[role].replace('profile', 'settings')}?edit=profile`,
    );
  },
);

test("shows a laboratory's week from Monday in 12-hour times, 'Off Day' if a time is missing (spec 2.90)", async () => {
  on('GET', '/laboratory/get-profile', () => good(profiles.laboratory));
  openPortal(PATH.laboratory, 'laboratory');
  const week = (await screen.findByRole('region', { name: 'Weekly Timings' })).querySelector('dd dl');
  expect(linesOf(week)).toEqual({
    Monday: '12:00 AM - 12:00 PM',
    Tuesday: '1:05 PM - 11:30 PM',
    Wednesday: 'Off Day',
    Thursday: 'Off Day',
    Friday: 'Off Day',
    Saturday: 'Off Day',
    Sunday: 'Off Day',
  });
  expect(Object.keys(linesOf(week))[0]).toBe('Monday');
});

test.each(ROLES)(
  '%s: shows N/A for missing values and off days for a week without times (spec 2.89, 2.91)',
  async (role) => {
    on('GET', `/${role}/get-profile`, () => good({ _id: 'me' }));
    openPortal(PATH[role], role);
    const contact = await block('Contact Info');
    expect(Object.values(contact)).toEqual(['N/A', 'N/A', 'N/A']);
    const { Status, ...basic } = await block('Basic Info');
    expect(Status).toBe('Offline');
    expect(new Set(Object.values(basic))).toEqual(new Set(['N/A']));
    expect(new Set(Object.values(await head()))).toEqual(new Set(['N/A']));
    if (role === 'laboratory') expect(screen.getAllByText('Off Day')).toHaveLength(7);
  },
);

test('shows initials if the photo does not load (spec 2.91)', async () => {
  on('GET', '/admin/get-profile', () => good(profiles.admin));
  openPortal(PATH.admin, 'admin');
  const main = await screen.findByRole('main');
  const picture = await waitFor(() => {
    const found = main.querySelector('img');
    if (!found) throw new Error('no picture yet');
    return found;
  });
  fireEvent.error(picture);
  await waitFor(() => expect(main.querySelector('img')).toBeNull());
  expect(main.querySelector('.photo')).toHaveAttribute('data-initials', 'ZÅ');
});

test.each([
  ['no data', () => good(), 'Profile data not found.'],
  ['data that is not a profile', () => good(['a profile?']), 'Failed to fetch profile data'],
])('%s: shows the message in place, and Retry loads the profile (spec 8.10, 8.11)', async (_what, answer, text) => {
  on('GET', '/employee/get-profile', answer);
  const { user } = openPortal(PATH.employee, 'employee');
  const main = await screen.findByRole('main');
  expect(await within(main).findByText(text)).toBeVisible();
  on('GET', '/employee/get-profile', () => good(profiles.employee));
  await user.click(within(main).getByRole('button', { name: 'Retry' }));
  expect(await within(main).findByText('EMP-007')).toBeVisible();
});

test.each([
  ['text that is cut off', '[{"day":"Monday"'],
  ['a word', 'closed'],
  ['an object', { Monday: '8-16' }],
  ['invalid entries', [null, 7, 'Monday', []]],
  ['text of invalid entries', '[null,7,"Monday",[]]'],
  [
    'invalid times',
    [
      { day: 'Monday', time: [{}, 'late'] },
      { day: 5, time: 5 },
    ],
  ],
  ['a date out of range', [{ day: 'Monday', time: ['+999999-01-01T08:00:00Z', 1e99] }]],
])('shows unreadable timings (%s) as a week of off days', async (_case, timings) => {
  on('GET', '/laboratory/get-profile', () => good({ ...profiles.laboratory, timings }));
  openPortal(PATH.laboratory, 'laboratory');
  expect(await screen.findAllByText('Off Day')).toHaveLength(7);
});
