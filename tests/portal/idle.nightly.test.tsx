import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { appointment, everyday, good, on, requestsTo } from './host.ts';
import { OURS, openPortal, tokenFor } from './portal.tsx';

const ALIVE = '/common/get-sessions';
const SIGN_OUT = '/auth/sign-out';
const QUESTION = { name: 'Are you still there?' };
const SECOND = 1000;

beforeEach(() => {
  // A frozen clock: on a slow machine the time would be over too early.
  vi.useFakeTimers({ toFake: ['Date'] });
  everyday();
  on('GET', '/admin/get-appointments', () => good({ appointments: [appointment()], totalPages: 1 }));
  on('GET', ALIVE, () => good([]));
  on('POST', SIGN_OUT, () => good(null));
});

afterEach(() => {
  vi.useRealTimers();
});

async function openAfter(seconds: number, more: Record<string, string> = { idleMinutes: '30' }) {
  const lastActivity = String(Date.now() - seconds * SECOND);
  return openPortal('/appointments', 'admin', undefined, { ...OURS, lastActivity, ...more });
}
const list = () => screen.findByText('María Núñez');
const warned = () => screen.findByRole('alertdialog', QUESTION);
const calm = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Moves only the clock; timers continue. */
const pass = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60 * SECOND });
const activity = () => Number(localStorage.getItem('lastActivity'));

test('asks a minute before, counts down in a live region, and staying restarts the time', async () => {
  const { user } = await openAfter(29 * 60 + 10);
  await warned();
  const seconds = () => Number(/(\d+) seconds/.exec(screen.getAllByText(/^Time left/)[0]?.textContent ?? '')?.[1]);
  expect(seconds()).toBe(50);
  // Announced in steps of 15 seconds.
  expect(screen.getByText('Time left: 60 seconds', { selector: '[role=status]' })).toBeVisible();
  pass(1 / 60);
  await waitFor(() => expect(seconds()).toBe(49));
  const asked = requestsTo(ALIVE).length;
  const answered = Date.now();
  await user.click(screen.getByRole('button', { name: 'Stay signed in' }));
  await calm();
  expect(activity()).toBeGreaterThanOrEqual(answered);
  await waitFor(() => expect(requestsTo(ALIVE)).toHaveLength(asked + 1));
  expect(requestsTo(SIGN_OUT)).toHaveLength(0);
  expect(await list()).toBeVisible();
});

test('ignores mouse moves as an answer and accepts Escape', async () => {
  const { user } = await openAfter(29 * 60 + 10);
  await warned();
  const before = activity();
  fireEvent.pointerMove(document.body);
  await pause(50);
  expect(activity()).toBe(before);
  await user.keyboard('{Escape}');
  await calm();
});

test("logs out on 'Log out now'", async () => {
  const { user } = await openAfter(29 * 60 + 10);
  await warned();
  await user.click(screen.getByRole('button', { name: 'Log out now' }));
  await waitFor(() => expect(requestsTo(SIGN_OUT)).toHaveLength(1));
  expect(localStorage.getItem('userAuthToken')).toBeNull();
});

test('ends the session and empties the screen after the time, despite typed values', async () => {
  const lastActivity = String(Date.now());
  const { user } = openPortal('/add-appointment', 'admin', undefined, { ...OURS, lastActivity, idleMinutes: '30' });
  await user.type(await screen.findByLabelText(/^Patient Name/), 'Ada');
  pass(30);
  expect(await screen.findByText(/Logging out|Goodbye/)).toBeVisible();
  expect(screen.queryByLabelText(/^Patient Name/)).toBeNull();
  expect(window.location.pathname).toBe('/logout');
  await waitFor(() => expect(requestsTo(SIGN_OUT)).toHaveLength(1));
  expect(localStorage.getItem('userAuthToken')).toBeNull();
});

test('logs out at once on return after the time, despite mouse moves', async () => {
  await openAfter(31 * 60);
  fireEvent.pointerMove(document.body);
  expect(await screen.findByText(/Logging out|Goodbye/)).toBeVisible();
});

test('counts activity in other tabs', async () => {
  await openAfter(29 * 60 + 10);
  await warned();
  localStorage.setItem('lastActivity', String(Date.now()));
  await calm();
  expect(requestsTo(SIGN_OUT)).toHaveLength(0);
});

test('empties this tab after a logout in another one', async () => {
  await openAfter(0);
  await list();
  await pause(100);
  localStorage.clear();
  expect(await screen.findByText('Authentication token is missing.')).toBeVisible();
  await waitFor(() => expect(window.location.pathname).toBe('/signin'));
});

test('reports activity to the host now and then, not on every key', async () => {
  await openAfter(0);
  await list();
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(requestsTo(ALIVE)).toHaveLength(0);
  pass(11);
  fireEvent.keyDown(document.body, { key: 'b' });
  fireEvent.keyDown(document.body, { key: 'c' });
  await waitFor(() => expect(requestsTo(ALIVE)).toHaveLength(1));
  expect(activity()).toBe(Date.now());
  await pause(100);
  expect(requestsTo(ALIVE)).toHaveLength(1);
});

test('never logs out if the host announces no time', async () => {
  await openAfter(10 * 3600, {});
  expect(await list()).toBeVisible();
  await pause(1_200);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(requestsTo(SIGN_OUT)).toHaveLength(0);
});

test.each([
  [30, '30'],
  [0, null],
  [undefined, null],
])('keeps the time that the host announces at sign-in: %j', async (minutes, kept) => {
  on('POST', '/auth/sign-in', () => good({ role: 'admin', userAuthToken: tokenFor('admin'), idleMinutes: minutes }));
  const { user } = openPortal('/signin', null, null, { idleMinutes: '5' });
  await user.type(await screen.findByLabelText('Email'), 'a@example.test');
  await user.type(screen.getByLabelText('Password'), 'secret');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  await waitFor(() => expect(localStorage.getItem('userAuthToken')).not.toBeNull());
  expect(localStorage.getItem('idleMinutes')).toBe(kept);
  if (kept) expect(activity()).toBe(Date.now());
});
