import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dialog, EMAIL, FORM, fillIn, noDialog, SAVE, save, typed, type User } from './endedSession.ts';
import { hasPlugin } from './hasPlugin.ts';
import { everyday, good, on, refused } from './host.ts';
import { OURS, openPortal, tokenFor } from './portal.tsx';

const MISSING = 'Authentication token is missing.';
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

async function signIn(user: User, password = 'right') {
  const over = await dialog();
  await user.type(over.getByLabelText('Password'), password);
  await user.click(over.getByRole('button', { name: 'Login' }));
}

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

test.runIf(hasPlugin('secondFactor'))('asks for a second step in the same dialog', async () => {
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
