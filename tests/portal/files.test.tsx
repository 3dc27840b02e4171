import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { hasPlugin } from './hasPlugin.ts';
import { appointment, everyday, good, on } from './host.ts';
import { openPortal } from './portal.tsx';

const ELSEWHERE = 'https://files.example.test/uploads/x';
const documents = ['uploads/x/order.pdf', 'uploads/x/scan.png', `${ELSEWHERE}/away.pdf`, `${ELSEWHERE}/photo.jpg`];
const page = (status: string) => ({ appointments: [appointment({ documents, status })], totalPages: 1 });

beforeEach(() => {
  everyday();
  for (const role of ['admin', 'employee', 'laboratory'])
    on('GET', `/${role}/get-appointments`, () => good(page('Pending')));
  for (const role of ['admin', 'employee']) on('GET', `/${role}/get-archeived`, () => good(page('Completed')));
  on('GET', '/laboratory/get-archived', () => good(page('Completed')));
  const appointmentDateTime = new Date(Date.now() + 60_000).toISOString();
  on('GET', '/employee/get-today-appointments', () => good([appointment({ documents, appointmentDateTime })]));
});

const target = (link: HTMLElement) => [
  link.getAttribute('href'),
  link.getAttribute('download'),
  link.getAttribute('target'),
  link.getAttribute('rel'),
];

async function offersAll(within_: () => Promise<ReturnType<typeof within>>) {
  const part = await within_();
  const links = await part.findAllByRole('link', { name: /^Download / });
  expect(links.map(target)).toEqual(
    expect.arrayContaining([
      ['/uploads/x/order.pdf', 'order.pdf', null, null],
      ['/uploads/x/scan.png', 'scan.png', null, null],
      [`${ELSEWHERE}/away.pdf`, 'away.pdf', '_blank', 'noreferrer'],
      [`${ELSEWHERE}/photo.jpg`, 'photo.jpg', '_blank', 'noreferrer'],
    ]),
  );
  expect(links).toHaveLength(4);
  // One icon and colour per kind of thing.
  expect(
    new Set(links.map((link: HTMLElement) => getComputedStyle(link.querySelector('svg:last-child') as Element).color))
      .size,
  ).toBe(1);
  for (const name of ['scan.png', 'photo.jpg'])
    expect(part.getByRole('button', { name: `Enlarge ${name}` })).toBeVisible();
}

test.each([
  ['/appointments/a1', 'admin'],
  ['/employee-appointments/a1', 'employee'],
  ['/laboratory-appointments/a1', 'laboratory'],
  ['/archive/a1', 'admin'],
  ['/employee-archive/a1', 'employee'],
  ['/laboratory-archive/a1', 'laboratory'],
] as const)(
  '%s: downloads documents and images, and opens those of another origin in a new tab (spec 2.64)',
  async (path, role) => {
    const { user } = openPortal(path, role);
    const popup = async () => within(await screen.findByRole('dialog', { name: 'María Núñez' }));
    await offersAll(popup);
    await user.click(await (await popup()).findByRole('button', { name: 'Enlarge scan.png' }));
    expect(await screen.findByRole('img', { name: 'scan.png' })).toHaveAttribute('src', '/uploads/x/scan.png');
  },
);

test.runIf(hasPlugin('runSheet'))(
  'offers the same files on the run sheet, and opens documents in a new tab (spec 2.64)',
  async () => {
    openPortal('/employee-run-sheet', 'employee');
    const visit = async () => within(await screen.findByRole('list', { name: /documents/i }));
    await offersAll(visit);
    for (const name of ['order.pdf', 'away.pdf'])
      expect((await visit()).getByRole('link', { name })).toHaveAttribute('target', '_blank');
  },
);
