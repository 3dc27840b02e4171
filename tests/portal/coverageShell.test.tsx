import { act, render, screen, waitFor, within } from '@testing-library/react';
import { toast } from 'portal-frame/browser';
import { Toasts } from 'portal-frame/internal/browser';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on } from './host.ts';
import { openPortal } from './portal.tsx';

/** The constants of spec 9 and small statements about the shell (docs/spec-coverage.md). */
beforeEach(everyday);
afterEach(() => {
  vi.useRealTimers();
});

describe('toasts', () => {
  test('show at most 20 at once, in the top right corner (spec 8.25, 9.12)', async () => {
    render(<Toasts />);
    for (let index = 0; index < 25; index++) toast.info(`Note ${index}`);
    await waitFor(() => expect(screen.getAllByRole('status')).toHaveLength(20));
    const stack = document.querySelector('.notistack-SnackbarContainer') as HTMLElement;
    expect(getComputedStyle(stack)).toMatchObject({ position: 'fixed', top: '14px', right: '20px' });
  });

  /** True unless the toast is leaving; jsdom never ends the transition. */
  const stays = (text: string) => {
    const card = screen.getByText(text).closest('[role=status], [role=alert]') as HTMLElement;
    return !card.style.transform.includes('translate');
  };

  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  test.each([
    ['success', 2000],
    ['error', 4000],
    ['info', 4000],
    ['warning', 4000],
  ] as const)('keep a %s toast for %i ms (spec 8.25, 9.12)', async (kind, duration) => {
    render(<Toasts />);
    toast.loading('First of all');
    await screen.findByText('First of all');
    vi.useFakeTimers();
    toast[kind]('Here');
    await later(1);
    await later(duration - 100);
    expect(stays('Here')).toBe(true);
    await later(500);
    expect(stays('Here')).toBe(false);
  });

  test('keep a loading toast until it is closed (spec 8.25, 9.12)', async () => {
    render(<Toasts />);
    toast.info('First of all');
    await screen.findByText('First of all');
    vi.useFakeTimers();
    const key = toast.loading('At work');
    await later(1);
    await later(600_000);
    expect(stays('At work')).toBe(true);
    toast.close(key);
    await later(1);
    await later(500);
    expect(stays('At work')).toBe(false);
  });
});

test('makes the sidebar 290 px wide, 90 px collapsed, and the header sticky (spec 2.30, 9.10)', async () => {
  const { user } = openPortal('/profile', 'admin');
  await screen.findByRole('navigation');
  const sidebar = document.getElementById('sidebar') as HTMLElement;
  expect(sidebar).toHaveStyle({ width: '290px' });
  await user.click(screen.getByRole('button', { name: 'Toggle sidebar' }));
  expect(sidebar).toHaveStyle({ width: '90px' });
  expect(screen.getByRole('banner')).toHaveStyle({ position: 'sticky', top: '0px' });
});

describe('the laboratory dashboard', () => {
  const CALL = '/laboratory/get-dashboard';
  const metrics = { totalAppointments: 1, pendingAppointments: 1, totalEarnings: 1 };
  const counts = [1, 2, 3, 4, 5].map((appointmentCount) => ({ appointmentCount }));

  test('draws the chart 300 px high and repeats three colours for the other lines (spec 2.42, 2.43, 9.11)', async () => {
    const topLaboratories = ['A', 'B', 'C', 'D'].map((labortary) => ({
      laboratoryId: labortary,
      labortary,
      weeklyAppointments: counts,
    }));
    const currentLaboratory = counts.map((one, index) => ({ ...one, week: `W${index + 1}` }));
    on('GET', CALL, () => good({ metrics, weeklyAppointments: { currentLaboratory, topLaboratories } }));
    on('GET', '/laboratory/get-today-appointments', () => good([]));
    openPortal('/laboratory-dashboard', 'laboratory');
    const chart = await screen.findByRole('region', { name: 'Weekly Appointment Trends (Last 5 Weeks)' });
    const strokes = () => [...chart.querySelectorAll('.MuiLineChart-line')].map((line) => line.getAttribute('stroke'));
    await waitFor(() => expect(strokes()).toHaveLength(5));
    const [own, first, second, third, fourth] = strokes();
    expect(new Set([own, first, second, third]).size).toBe(4);
    expect(fourth).toBe(first);
    expect(chart.querySelector('svg')).toHaveAttribute('viewBox', expect.stringMatching(/ 300$/));
  });

  test("reads today's employee from a nested object (spec 7.33)", async () => {
    const { employeeId: _, ...rest } = appointment();
    on('GET', '/laboratory/get-today-appointments', () =>
      good([{ ...rest, employee: { employeeId: 'EMP-031', fullName: 'Ida Berg' } }]),
    );
    openPortal('/laboratory-dashboard', 'laboratory');
    const section = within(await screen.findByRole('region', { name: "Today's Appointments" }));
    expect(await section.findByText('EMP-031 - Ida Berg')).toBeVisible();
  });
});
