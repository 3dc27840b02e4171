import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { OURS, openPortal, tokenFor } from './portal.tsx';

/** A session that ends while a form has unsaved changes (issue 14). */
const FORM = '/laboratory-add-appointment';
const SAVE = '/laboratory/add-appointment';
const UNAUTHORIZED = 'Unauthorized access. Please log in again.';
const MISSING = 'Authentication token is missing.';
const EMAIL = { signedInEmail: 'lab@example.test' };
const typed = () => screen.getByLabelText(/^Full Name/);
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Sign in to continue' }));
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in to continue' })).toBeNull());

let over = true;
beforeEach(() => {
  over = true;
  everyday();
  on('POST', SAVE, () => (over ? refused('jwt expired', 401) : good()));
  on('POST', '/auth/sign-in', ({ body }) => {
    if (body.password !== 'right') return refused('Invalid email or password', 400);
    over = false;
    return good({ userAuthToken: tokenFor('laboratory'), role: 'laboratory' });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

async function fillIn(kept: Record<string, string> = EMAIL) {
  const { user } = openPortal(FORM, 'laboratory', undefined, kept);
  await screen.findByRole('button', { name: 'Save' });
  await user.type(typed(), 'Ada Ødegård');
  return user;
}
type User = Awaited<ReturnType<typeof fillIn>>;

async function save(user: User) {
  await user.type(screen.getByLabelText(/^Date & Time/), '2031-12-01T08:30');
  for (const [name, option] of [
    ['Gender', 'Female'],
    ['Priority', 'Urgent'],
    ['Status', 'Pending'],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: new RegExp(`^${name}`) }));
    await user.click(await screen.findByRole('option', { name: option }));
  }
  await user.click(screen.getByRole('button', { name: 'Save' }));
}

async function signIn(user: User, password = 'right') {
  const over = await dialog();
  await user.type(over.getByLabelText('Password'), password);
  await user.click(over.getByRole('button', { name: 'Login' }));
}

describe.each([
  ['the provider’s host', {}],
  ['ours', OURS],
])('sign-in again on %s', (_host, host) => {
  test('lets the same user sign in over the screen and save the input (spec 14.1)', async () => {
    const user = await fillIn({ ...EMAIL, ...host });
    await save(user);
    const over = await dialog();
    expect(over.getByText(UNAUTHORIZED)).toBeVisible();
    expect(screen.getAllByText(UNAUTHORIZED)).toHaveLength(1);
    expect(screen.queryByText('jwt expired')).toBeNull();
    expect(localStorage.getItem('userAuthToken')).toBeNull();
    expect(over.getByLabelText('Email')).toHaveValue('lab@example.test');

    await signIn(user, 'wrong');
    expect(await screen.findByText('Invalid email or password')).toBeVisible();
    await signIn(user);
    await noDialog();
    expect(location.pathname).toBe(FORM);
    expect(typed()).toHaveValue('Ada Ødegård');
    expect(requestsTo(SAVE)).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Appointment created successfully!')).toBeVisible();
    expect(requestsTo(SAVE)[1]?.body).toMatchObject({ patientName: 'Ada Ødegård', gender: 'Female' });
  });
});

test('keeps the password that is typed while a wrong one is refused', async () => {
  let refuse = () => {};
  const refusal = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  on('POST', '/auth/sign-in', () => refusal.then(() => refused('Invalid email or password', 400)));
  const user = await fillIn();
  await save(user);
  await signIn(user, 'wrong');
  const password = (await dialog()).getByLabelText('Password');
  await user.type(password, 'right');
  refuse();
  expect(await screen.findByText('Invalid email or password')).toBeVisible();
  expect(password).toHaveValue('right');
});

test('asks at once after a logout in another window, and continues after a sign-in there', async () => {
  await fillIn();
  const token = localStorage.getItem('userAuthToken') ?? '';
  localStorage.clear();
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key: null })));
  expect((await dialog()).getByText(MISSING)).toBeVisible();
  localStorage.setItem('signedInEmail', EMAIL.signedInEmail);
  localStorage.setItem('userAuthToken', token);
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key: 'userAuthToken' })));
  await noDialog();
  expect(typed()).toHaveValue('Ada Ødegård');
});

test('asks for a second step in the same dialog', async () => {
  on('POST', '/auth/sign-in', () => good({ secondFactor: { ticket: 't1', methods: ['totp'], passkeys: false } }));
  on('POST', '/common/second-factor', ({ body }) =>
    body.code === '123456' && body.ticket === 't1'
      ? good({ userAuthToken: tokenFor('laboratory'), role: 'laboratory', features: OURS.hostFeatures.split(' ') })
      : refused('Wrong code'),
  );
  const user = await fillIn({ ...EMAIL, ...OURS });
  await save(user);
  await signIn(user);
  await user.type(await (await dialog()).findByLabelText('Code'), '123456');
  await user.click((await dialog()).getByRole('button', { name: 'Continue' }));
  await noDialog();
  expect(typed()).toHaveValue('Ada Ødegård');
});

test('keeps the form of a dialog too', async () => {
  on('POST', '/common/change-password', () => (over ? refused('jwt expired', 401) : good()));
  const { user } = openPortal('/laboratory-settings', 'laboratory', undefined, EMAIL);
  await user.click(await screen.findByRole('button', { name: 'Change Password' }));
  const form = within(await screen.findByRole('dialog', { name: 'Change Password' }));
  await user.type(form.getByLabelText(/^Old Password/), 'old-one');
  await user.type(form.getByLabelText(/^New Password/), 'new-one');
  await user.click(form.getByRole('button', { name: 'Change Password' }));
  await signIn(user);
  await noDialog();
  expect(form.getByLabelText(/^New Password/)).toHaveValue('new-one');
});

test('redirects to /signin without unsaved input (spec 14.1)', async () => {
  on('POST', SAVE, () => good());
  const { user } = openPortal(FORM, 'laboratory', undefined, EMAIL);
  await screen.findByRole('button', { name: 'Save' });
  localStorage.clear();
  await act(async () => void dispatchEvent(new StorageEvent('storage', { key: null })));
  await user.click(screen.getByRole('link', { name: 'Archive' }));
  await waitFor(() => expect(location.pathname).toBe('/signin'));
  expect(screen.queryByRole('dialog')).toBeNull();
});
