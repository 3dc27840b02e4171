import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findForeignAttributes } from '../foreignAttributes.ts';
import { ROLES, type Role } from '../roles.ts';
import { SPEC, type SpecName } from './calls.ts';
import type { SpecCall } from './commonCalls.ts';
import { type AnyCallName as CallName, calls } from './featureCalls.ts';
import { hasPlugin } from './hasPlugin.ts';
import { everyday, good, on, refused, requests } from './host.ts';
import { OURS, openPortal } from './portal.tsx';

const OFFLINE = 'You are offline. Try again once you are connected.';

interface Read {
  call: CallName;
  /** Text of the screen for a reply with data {}. */
  empty: string;
  /** Texts for failures, if the screen has its own. */
  messages?: readonly [refused: string, lost?: string];
  /** A failure shows only a toast, and the screen works. */
  aside?: true;
  /** A part that is hidden if the host lacks the call. */
  beside?: true;
}

/** A part of a screen that a feature draws. */
const beside = (feature: string, call: CallName, empty = 'N/A'): Read[] =>
  hasPlugin(feature) ? [{ call, empty, beside: true }] : [];
const figures = (call: CallName): Read => ({ call, empty: 'N/A' });
const today = (call: CallName, empty = 'No appointments scheduled for today.'): Read => ({ call, empty });
const notifications: Read = { call: 'notifications', empty: 'You have no notifications.' };
const archive = (call: CallName): Read => ({ call, empty: 'No archived appointments found.' });
const appointments = (call: CallName): Read => ({ call, empty: 'No appointments scheduled.' });
const profile = (call: CallName): Read => ({ call, empty: 'Profile data not found.' });
const settings = (call: CallName): Read => ({
  ...profile(call),
  messages: ['Failed to load user', 'Failed to load user data'],
});

/** Parts of the settings that some hosts lack, tested in files of their own. */
const SETTINGS_BESIDE: Record<Role, CallName[]> = {
  admin: ['sessions', 'jobs'],
  employee: ['sessions'],
  laboratory: ['sessions'],
};

/** Paths that plug-ins ask for: cards of the settings by role, and parts of other screens. */
const FACTORS = hasPlugin('secondFactor') ? ['/common/get-factors'] : [];
const ASKED_BY_PLUGINS: Record<string, string[]> = {
  admin: [
    ...FACTORS,
    ...(hasPlugin('apiKeys') ? ['/admin/get-api-keys'] : []),
    ...(hasPlugin('automations') ? ['/admin/get-webhooks', '/admin/get-automations'] : []),
  ],
  employee: [...FACTORS, ...(hasPlugin('calendarFeed') ? ['/employee/get-feed'] : [])],
  laboratory: FACTORS,
  '/audit': ['/admin/get-audit'],
  '/employee-run-sheet': hasPlugin('custody') ? ['/employee/get-tubes-in-hand'] : [],
};

/** Screens of spec 2 and the calls that each reads. */
export const SCREENS: Record<Role, Record<string, Read[]>> = {
  admin: {
    '/dashboard': [
      figures('adminDashboard'),
      today('adminToday'),
      ...beside('overview', 'overview', 'No employee has visits today.'),
      ...beside('overview', 'openReports', 'No employee reported a problem or left a note.'),
      { call: 'activeEmployees', empty: 'No active employee found.' },
    ],
    '/add-appointment': [
      { call: 'adminEmployees', empty: 'Save', aside: true },
      { call: 'adminLaboratories', empty: 'Save', aside: true },
    ],
    '/appointments': [
      appointments('adminAppointments'),
      { call: 'appointmentCounts', empty: 'Unassigned', aside: true },
    ],
    '/add-employee': [],
    '/employees': [{ call: 'adminEmployees', empty: 'No employees found' }],
    '/add-laboratory': [],
    '/add-admin': [],
    '/laboratories': [{ call: 'adminLaboratories', empty: 'No laboratories found' }],
    '/payments': [
      { call: 'transactions', empty: 'No transactions found.' },
      figures('totalEarning'),
      { call: 'recentTransaction', empty: 'No recent transaction.' },
    ],
    '/archive': [archive('adminArchive')],
    '/admins': [{ call: 'admins', empty: 'No administrators found' }],
    // Its call is of a plug-in.
    ...(hasPlugin('auditTrail') && { '/audit': [] }),
    '/settings': [settings('adminProfile')],
    '/notifications': [notifications],
    '/profile': [profile('adminProfile')],
  },
  employee: {
    '/employee-dashboard': [
      figures('employeeDashboard'),
      today('employeeToday'),
      ...beside('overview', 'employeeOverview'),
    ],
    '/employee-appointments': [appointments('employeeAppointments')],
    '/employee-profile': [profile('employeeProfile')],
    ...(hasPlugin('runSheet') && { '/employee-run-sheet': [today('employeeToday')] }),
    '/employee-settings': [settings('employeeProfile')],
    '/employee-archive': [archive('employeeArchive')],
    '/employee-notifications': [notifications],
  },
  laboratory: {
    '/laboratory-dashboard': [
      { call: 'laboratoryDashboard', empty: 'Incomplete data from server.' },
      today('laboratoryToday', 'No appointments scheduled for today'),
      ...beside('overview', 'laboratoryOverview'),
    ],
    '/laboratory-add-appointment': [],
    '/laboratory-appointments': [appointments('laboratoryAppointments')],
    '/laboratory-archive': [archive('laboratoryArchive')],
    '/laboratory-settings': [settings('laboratoryProfile')],
    '/laboratory-profile': [profile('laboratoryProfile')],
    '/laboratory-notifications': [notifications],
  },
};
const HEADER: Record<Role, CallName[]> = {
  admin: ['adminProfile', 'notifications'],
  employee: ['employeeProfile', 'notifications'],
  laboratory: ['laboratoryProfile', 'notifications'],
};
export const rows = ROLES.flatMap((role) =>
  Object.entries(SCREENS[role]).map(([path, reads]) => ({ role, path, reads })),
);
const casesOf = (some: typeof rows) =>
  some.flatMap(({ role, path, reads }) => reads.map((read) => ({ role, path, ...read })));

export function hostIsWell(): void {
  for (const declared of Object.values(calls)) if (declared.method === 'GET') on('GET', declared.path, () => good([]));
  on('GET', '/admin/get-total-earning', () => good(12));
  const counts = { totalEmployees: 1, totalAppointments: 200, pendingAppointments: 3, totalFees: 4, totalEarnings: 5 };
  for (const role of ROLES)
    on('GET', `/${role}/get-dashboard`, () =>
      good({ ...counts, metrics: counts, weeklyAppointments: { currentLaboratory: [], topLaboratories: [] } }),
    );
  everyday();
}

export async function isUsable() {
  const main = await screen.findByRole('main');
  // By selector, which is faster than by role on a whole screen.
  expect(await within(main).findByText(/\w/, { selector: 'h1' })).toBeVisible();
  expect(screen.getByLabelText('Main', { selector: 'nav' })).toBeVisible();
  expect(screen.queryByText('Something went wrong on this screen.')).toBeNull();
  return main;
}

type Reply = () => Response | Promise<Response>;
const html = () => HttpResponse.html('<h1>Gateway</h1>', { status: 502 });
const dropped = () => HttpResponse.error();
/** Shortens the timeout of requests. This reply never comes. */
const never = () => {
  const after = AbortSignal.timeout.bind(AbortSignal);
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => after(150));
  onTestFinished(() => timeout.mockRestore());
  return () => new Promise<Response>(() => {});
};

const answer = (call: CallName, reply: Reply) => on('GET', calls[call]?.path ?? '', reply);
/** Texts of failed calls beyond spec 7. */
const OWN: Readonly<Record<string, SpecCall['messages']>> = {
  overview: ['Failed to load dashboard metrics', 'Failed to fetch dashboard data'],
  employeeOverview: ['Failed to load summary data', 'Failed to fetch metrics.'],
  laboratoryOverview: ['Failed to load dashboard data.'],
  openReports: ['The visit reports could not be loaded'],
  appointmentCounts: ['Failed to fetch appointments'],
};
const textsOf = ({
  call,
  messages = OWN[call] ?? SPEC[call as SpecName].messages,
}: Read): Record<'refusal' | 'loss', string> => ({
  refusal: messages[0],
  loss: messages[1] ?? messages[0],
});

function goOffline(): () => void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
  return () => {
    onLine.mockRestore();
    act(() => void window.dispatchEvent(new Event('online')));
  };
}

/** Tests failing replies, ended sessions and lost networks on each screen. */
export function sweep(some: typeof rows): void {
  const cases = casesOf(some);

  test.each(some)('$path reads exactly the listed calls (spec 1.7, 2.38)', async ({ role, path, reads }) => {
    const isSettings = path.endsWith('settings');
    const asked = ASKED_BY_PLUGINS[isSettings ? role : path] ?? [];
    for (const one of asked) on('GET', one, () => good([]));
    openPortal(path, role, undefined, OURS);
    await isUsable();
    expect(findForeignAttributes()).toEqual([]);
    const further = isSettings ? SETTINGS_BESIDE[role] : [];
    const all = [...HEADER[role], ...reads.map(({ call }) => call), ...further];
    const expected = new Set([...all.map((name) => calls[name]?.path), ...asked]);
    await waitFor(() => expect(new Set(requests.map((one) => one.path))).toEqual(expected));
  });

  test.each(some)(
    '$path sends only calls of spec 7 to a host without features (spec 1.9)',
    async ({ role, path, reads }) => {
      openPortal(path, role);
      const isBeyond = ({ call }: Read) => 'feature' in (calls[call] ?? {});
      // A screen or form that needs the call is hidden; otherwise only the part.
      const beyond =
        ['/add-admin', '/audit'].includes(path) || reads.some((one) => isBeyond(one) && !one.aside && !one.beside);
      if (beyond) expect(await screen.findByText('ERROR')).toBeVisible();
      else await isUsable();
      const specified = reads.filter((one) => !isBeyond(one));
      const expected = beyond ? [] : [...HEADER[role], ...specified.map(({ call }) => call)];
      const paths = () => new Set(requests.map((one) => one.path));
      await waitFor(() => expect(paths()).toEqual(new Set(expected.map((name) => calls[name]?.path))));
      expect(
        requests
          .flatMap(({ query }) => Object.keys(query))
          .filter((name) => ['id', 'perPage', 'tab', 'from', 'to', 'sortBy'].includes(name)),
      ).toEqual([]);
    },
  );

  // Tabs show without counts; the list reports the failure.
  const isToast = ({ aside, call }: (typeof cases)[number]) => aside && call !== 'appointmentCounts';
  test.each(cases.filter(isToast))('$path works without $call and reports it', async (one) => {
    const { refusal, loss } = textsOf(one);
    const failures = [[() => refused(), refusal], [dropped, loss], [() => good({})]] as const;
    for (const [reply, text] of failures) {
      answer(one.call, reply);
      const { unmount } = openPortal(one.path, one.role, undefined, OURS);
      const main = within(await isUsable());
      if (text) expect(await screen.findByText(text)).toBeVisible();
      expect(await main.findByText(one.empty, { selector: 'button' })).toBeEnabled();
      unmount();
    }
  });

  test.each(cases.filter(({ aside }) => !aside))(
    '$path, $call: shows each failure in place, retries, and survives {}',
    async (one) => {
      const { refusal, loss } = textsOf(one);
      answer(one.call, () => refused());
      const { user } = openPortal(one.path, one.role, undefined, OURS);
      const main = within(await isUsable());
      const retry = async (reply: Reply, text: string) => {
        answer(one.call, reply);
        await user.click(main.getByText('Retry', { selector: 'button' }));
        expect((await main.findAllByText(text))[0]).toBeVisible();
      };
      expect(await main.findByText(refusal)).toBeVisible();
      // A reply of the host in between, so that each message is new.
      await retry(html, loss);
      await retry(() => refused('Not now.'), 'Not now.');
      await retry(dropped, loss);
      await retry(() => refused('Later.'), 'Later.');
      await retry(never(), loss);
      vi.restoreAllMocks();
      await retry(() => good({}), one.empty);
      await isUsable();
    },
  );

  // The run sheet continues with stored visits (runSheet.test.tsx).
  test.each(some.filter(({ path, reads }) => path !== '/employee-run-sheet' && reads.some(({ aside }) => !aside)))(
    '$path: reports only a missing network, and loads without a click when it returns (spec 14.2)',
    async ({ role, path, reads }) => {
      const asked = reads.filter(({ aside }) => !aside);
      for (const { call } of asked) answer(call, dropped);
      const comeBack = goOffline();
      openPortal(path, role, undefined, OURS);
      const main = within(await isUsable());
      expect((await main.findAllByText(OFFLINE))[0]).toBeVisible();
      expect(screen.queryAllByText(/^(Failed|Something went wrong|TypeError|This could not)/)).toEqual([]);
      for (const { call } of asked) answer(call, () => good({}));
      comeBack();
      for (const { empty } of asked) expect((await main.findAllByText(empty))[0]).toBeVisible();
      expect(main.queryByText(OFFLINE)).toBeNull();
    },
  );
}
