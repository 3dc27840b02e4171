import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { OURS, openPortal, tokenFor } from './portal.tsx';

const PHONE = { _id: 'f1', kind: 'totp', name: 'My phone', createdAt: '2026-03-09T14:30:00.000Z', lastUsed: null };
const CODES = ['abcd-efgh-jkmn', 'pqrs-tuvw-xyz2'];
const TOTP = { secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Portal:zoe?secret=ABCDEFGHIJKLMNOP' };
let factors: object[];
beforeEach(() => {
  everyday();
  factors = [];
  on('GET', '/common/get-factors', () => good({ factors, recoveryCodes: 10, required: false, passkeys: true }));
  on('POST', '/common/begin-factor', () => good({ ticket: 'ticket', totp: TOTP }));
  on('POST', '/common/add-factor', () => {
    factors = [PHONE];
    return good({ recoveryCodes: CODES });
  });
});

async function signIn() {
  const { user } = openPortal('/signin', null);
  await user.type(await screen.findByLabelText('Email'), 'zoe@example.test');
  await user.type(screen.getByLabelText('Password'), 'right');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  return user;
}
const asked = (more: object) => good({ secondFactor: { ticket: 'ticket', methods: [], passkeys: true, ...more } });
const opened = (more = {}) => good({ userAuthToken: tokenFor('laboratory'), role: 'laboratory', ...more });

describe('sign-in', () => {
  test('asks for a code if the host requires one, and stores nothing before', async () => {
    on('POST', '/auth/sign-in', () => asked({ methods: ['totp', 'recovery'] }));
    on('POST', '/common/second-factor', ({ body }) => (body.code === '123456' ? opened() : refused('Wrong.')));
    const user = await signIn();
    const code = await screen.findByLabelText('Code');
    expect(localStorage.getItem('userAuthToken')).toBeNull();
    await user.type(code, '999999{Enter}');
    expect(await screen.findByText('Wrong.')).toBeVisible();
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(location.pathname).toBe('/laboratory-dashboard'));
    expect(requestsTo('/common/second-factor').at(-1)?.body).toEqual({ ticket: 'ticket', code: '123456' });
  });

  test('can be left and restarted with the same input', async () => {
    on('POST', '/auth/sign-in', () => asked({ methods: ['totp', 'recovery'] }));
    const user = await signIn();
    await user.click(await screen.findByRole('button', { name: 'Back to sign-in' }));
    expect(screen.getByLabelText('Email')).toHaveValue('zoe@example.test');
    expect(screen.getByRole('button', { name: 'Login' })).toBeVisible();
  });

  test('sets up a required factor and shows the recovery codes first', async () => {
    on('POST', '/auth/sign-in', () => asked({}));
    on('POST', '/common/set-up-second-factor', () => good({ ticket: 'ticket', totp: TOTP }));
    on('POST', '/common/second-factor', () => opened({ recoveryCodes: CODES }));
    const user = await signIn();
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    await user.click(await screen.findByRole('button', { name: 'Authenticator app' }));
    expect(await screen.findByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
    expect(document.querySelector('code')).toHaveTextContent(/^ABCDEFGHIJKLMNOP$/);
    await waitFor(() => expect(screen.getByLabelText('Code')).toHaveFocus());
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('abcd-efgh-jkmn')).toBeVisible();
    expect(localStorage.getItem('userAuthToken')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    await waitFor(() => expect(location.pathname).toBe('/laboratory-dashboard'));
  });
});

describe('switch in the settings', () => {
  const open = () => openPortal('/employee-settings', 'employee', tokenFor('employee'), OURS);
  const line = () => screen.findByRole('switch', { name: 'Two-Step Authentication' });

  test("shows the host's state and turns on by setting up a factor", async () => {
    const { user } = open();
    expect(await line()).not.toBeChecked();
    // The loading placeholder is replaced.
    await waitFor(async () => expect(await line()).toHaveAttribute('aria-busy', 'false'));
    const toggle = await line();
    await user.click(toggle);
    await user.click(await screen.findByRole('button', { name: 'Authenticator app' }));
    await user.type(await screen.findByLabelText('Name (your choice)'), 'My phone');
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('pqrs-tuvw-xyz2')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I have saved them' }));
    const list = within(await screen.findByRole('list', { name: 'Second steps' }));
    expect(list.getByText('My phone')).toBeVisible();
    expect(await line()).toBeChecked();
    expect(requestsTo('/common/add-factor')[0]?.body).toEqual({ ticket: 'ticket', name: 'My phone', code: '123456' });
  });

  test('turns off after confirmation, and removes single factors', async () => {
    factors = [PHONE];
    on('POST', '/common/end-second-factor', () => {
      factors = [];
      return good(null);
    });
    on('POST', '/common/remove-factor/{id}', () => refused('Your role needs a second factor.', 409));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Remove My phone' }));
    expect(await screen.findByText('Your role needs a second factor.')).toBeVisible();
    await user.click(await line());
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText('Two-step authentication is off.')).toBeVisible();
    await waitFor(async () => expect(await line()).not.toBeChecked());
  });
});
