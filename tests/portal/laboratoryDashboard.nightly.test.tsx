import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { appointment, everyday, good, on, refused, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const CALL = '/laboratory/get-dashboard';
const PATH = '/laboratory-dashboard';
const CHART = 'Weekly Appointment Trends (Last 5 Weeks)';

const metrics = { totalAppointments: 1240, pendingAppointments: 7, totalEarnings: 98765.5 };
const weeks = ['Feb 9', 'Feb 16', 'Feb 23', 'Mar 2', 'Mar 9'];
const weeklyAppointments = {
  currentLaboratory: weeks.map((week, index) => ({ week, appointmentCount: index + 1 })),
  topLaboratories: [
    {
      laboratoryId: 'l2',
      labortary: 'Harbor Lab',
      weeklyAppointments: [11, 12, 13].map((appointmentCount) => ({ appointmentCount })),
    },
    {
      laboratoryId: 'l3',
      labortary: 'Hill Lab',
      weeklyAppointments: [21, 22, 23, 24, 25].map((appointmentCount) => ({ appointmentCount })),
    },
  ],
};

beforeEach(() => {
  everyday();
  on('GET', '/laboratory/get-today-appointments', () => good([]));
  on('GET', CALL, () => good({ metrics, weeklyAppointments }));
});

async function figures(): Promise<(string | null)[][]> {
  const table = await screen.findByRole('table', { name: CHART });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

test('shows three figures, the earnings in dollars, and sends the raw token (spec 1.6, 2.41, 7.1)', async () => {
  openPortal(PATH, 'laboratory');
  expect(await screen.findByText('$98,765.50')).toBeVisible();
  for (const [title, value] of [
    ['Total Appointments', '1,240'],
    ['Pending Appointments', '7'],
    ['Total Earnings', '$98,765.50'],
  ] as const) {
    const card = screen.getByRole('heading', { name: title }).closest('li') as HTMLElement;
    expect(within(card).getByText(value)).toBeVisible();
  }
  expect(requestsTo(CALL)[0]?.authorization).toBe(localStorage.getItem('userAuthToken'));
  expect(requestsTo('/laboratory/get-today-appointments')[0]?.authorization).toMatch(/^Bearer /);
});

test("draws the laboratory's own line by its stored name and aligns the others by week index (spec 2.42, 3.10)", async () => {
  on('GET', '/laboratory/get-profile', () => refused());
  openPortal(PATH, 'laboratory');
  localStorage.setItem('userFullName', 'Northside Lab');
  expect(await screen.findByRole('heading', { name: CHART })).toBeVisible();
  const rows = await figures();
  expect(rows[0]).toEqual(['Week', 'Northside Lab', 'Harbor Lab', 'Hill Lab']);
  expect(rows.slice(1)).toEqual([
    ['Feb 9', '1', '11', '21'],
    ['Feb 16', '2', '12', '22'],
    ['Feb 23', '3', '13', '23'],
    ['Mar 2', '4', 'N/A', '24'],
    ['Mar 9', '5', 'N/A', '25'],
  ]);
});

test('names the own line after the profile once loaded', async () => {
  openPortal(PATH, 'laboratory');
  await waitFor(async () => expect((await figures())[0]?.[1]).toBe('Test laboratory'));
});

test("names the own line 'You' without a stored name (spec 2.42)", async () => {
  on('GET', '/laboratory/get-profile', () => refused());
  openPortal(PATH, 'laboratory');
  expect((await figures())[0]?.[1]).toBe('You');
});

test('shows a spinner and Loading... while the figures load (spec 2.45, 4.18)', async () => {
  const { promise: waiting, resolve: answer } = Promise.withResolvers<void>();
  on('GET', CALL, async () => {
    await waiting;
    return good({ metrics, weeklyAppointments });
  });
  openPortal(PATH, 'laboratory');
  const chart = await screen.findByRole('region', { name: CHART });
  expect(within(chart).getByRole('status')).toHaveTextContent('Loading...');
  expect(chart.querySelector('[role=progressbar]')).toBeInTheDocument();
  answer();
  expect(await screen.findByText('1,240')).toBeVisible();
});

test.each([
  ['no weeks', { currentLaboratory: [], topLaboratories: [] }],
  ['no lists', {}],
])('%s: shows the figures without a chart (spec 2.44)', async (_what, weekly) => {
  on('GET', CALL, () => good({ metrics, weeklyAppointments: weekly }));
  openPortal(PATH, 'laboratory');
  expect(await screen.findByText('No weekly data available to display chart.')).toBeVisible();
  expect(screen.getByText('$98,765.50')).toBeVisible();
  expect(screen.queryByRole('table', { name: CHART })).toBeNull();
});

test('tolerates missing parts of a reply (spec 7.29)', async () => {
  on('GET', CALL, () =>
    good({
      metrics: { totalAppointments: 3 },
      weeklyAppointments: { currentLaboratory: [null, { appointmentCount: 2 }], topLaboratories: [null, {}] },
    }),
  );
  openPortal(PATH, 'laboratory');
  expect((await figures()).slice(1).map(([week, own]) => [week, own])).toEqual([
    ['Week 1', '0'],
    ['Week 2', '2'],
  ]);
  const earnings = screen.getByRole('heading', { name: 'Total Earnings' }).closest('li') as HTMLElement;
  expect(within(earnings).getByText('N/A')).toBeVisible();
});

test.each([
  ['no metrics', () => good({ weeklyAppointments }), 'Incomplete data from server.'],
  ['no weekly data', () => good({ metrics }), 'Incomplete data from server.'],
  ['no data at all', () => good(), 'Incomplete data from server.'],
  ['a dropped connection', () => Response.error(), 'Failed to load dashboard data.'],
])(
  'shows an error box whose Retry reloads everything: %s (spec 2.40, 2.46, 2.47, 8.8, 8.18)',
  async (_what, answer, text) => {
    on('GET', CALL, answer);
    const { user } = openPortal(PATH, 'laboratory');
    const box = await screen.findByText(text, { selector: 'main [role=alert] *' });
    expect(box).toBeVisible();
    expect(screen.queryByRole('heading', { name: CHART })).toBeNull();
    expect(screen.getByText('No appointments scheduled for today')).toBeVisible();
    on('GET', CALL, () => good({ metrics, weeklyAppointments }));
    on('GET', '/laboratory/get-today-appointments', () => good([appointment()]));
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('1,240')).toBeVisible();
    expect(await screen.findByText('María Núñez')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  },
);
