import { screen, waitFor, within } from '@testing-library/react';
import { resources } from 'portal-frame/internal/browser';
import { beforeEach, expect, test } from 'vitest';
import { featureResources } from './featureResources.ts';
import { everyday, good, on } from './host.ts';
import { simpleRest } from './simpleRest.ts';

const months = featureResources('money', 'periods');
resources.push(...months, ...featureResources('plan', 'shifts', 'skills'), ...featureResources('orders', 'tests'));
const { OURS_WITH_ORDERS: OURS, openPortal } = await import('./portal.tsx');

beforeEach(() => {
  everyday();
  for (const name of ['shifts', 'skills']) simpleRest(name, []);
});

const namesIn = (nav: HTMLElement) =>
  within(nav)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

test('leads from a list to the others of its section in one click, and marks section and list', async () => {
  const { user } = openPortal('/shifts', 'admin', undefined, OURS);
  const people = await screen.findByRole('navigation', { name: 'People' });
  expect(namesIn(people).slice(0, 4)).toEqual(['Dashboard', 'Employees', 'Laboratories', 'Shifts']);
  expect(within(people).getByRole('link', { name: 'Shifts' })).toHaveAttribute('aria-current', 'page');
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getByRole('link', { name: 'Employees' })).toHaveClass('active');
  await user.click(within(people).getByRole('link', { name: 'Skills' }));
  await waitFor(() => expect(location.pathname).toBe('/skills'));
  expect(await screen.findByRole('heading', { name: 'Skills' })).toBeVisible();
});

test('a form keeps its section, and its list leads back', async () => {
  openPortal('/add-shift', 'admin', undefined, OURS);
  const people = await screen.findByRole('navigation', { name: 'People' });
  expect(within(people).getByRole('link', { name: 'Shifts' })).toHaveAttribute('aria-current', 'true');
});

test('the dashboard links each section, a host of section 7 has none', async () => {
  on('GET', '/admin/get-dashboard', () => good({ totalEmployees: 1, totalAppointments: 200, pendingAppointments: 3 }));
  const { unmount } = openPortal('/dashboard', 'admin', undefined, OURS);
  const sections = await screen.findByRole('navigation', { name: 'Sections' });
  expect(namesIn(sections)).toEqual(['People', ...(months.length > 0 ? ['Money'] : []), 'Catalogue', 'Settings']);
  unmount();
  openPortal('/appointments', 'admin');
  await screen.findByRole('heading', { name: 'Appointments' });
  expect(screen.queryByRole('navigation', { name: 'Work' })).toBeNull();
});

test('the week of a shift has a heading and a hint of its own', async () => {
  openPortal('/add-shift', 'admin', undefined, OURS);
  const week = await screen.findByRole('group', { name: 'Working hours' });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Shift',
    'Working hours',
  ]);
  expect(week).toHaveTextContent('Days without hours are days off.');
});
