import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { good, on, refused, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const SEND = '/common/forgot-password';
const VERIFY = '/common/verify-otp';
const RESET = '/common/reset-password';
const EMAIL = 'ann@lab.test';
const PASSWORD = 'New-Secret-1';
type User = ReturnType<typeof openPortal>['user'];
type Answer = () => Response;
const html = () => new Response('<html>', { status: 502 });

function answers(own: { send?: Answer; verify?: Answer; reset?: Answer } = {}) {
  on('POST', SEND, own.send ?? (() => good(null)));
  on('POST', VERIFY, own.verify ?? (() => good({ userId: 'u-7' })));
  on('POST', RESET, own.reset ?? (() => good(null)));
}

const popup = () => within(screen.getByRole('dialog', { name: 'Forgot Password' }));

async function openPopup(): Promise<User> {
  const { user } = openPortal('/signin', null);
  await user.click(await screen.findByRole('button', { name: 'Forgot Password' }));
  await screen.findByRole('dialog', { name: 'Forgot Password' });
  return user;
}

const steps = {
  async send(user: User) {
    await user.type(popup().getByLabelText('Email'), EMAIL);
    await user.click(popup().getByRole('button', { name: 'Send OTP' }));
  },
  async verify(user: User, otp = '123456') {
    await user.type(await popup().findByLabelText('OTP'), otp);
    await user.click(popup().getByRole('button', { name: 'Verify OTP' }));
  },
  async reset(user: User) {
    await user.type(await popup().findByLabelText('New Password'), PASSWORD);
    await user.click(popup().getByRole('button', { name: 'Reset Password' }));
  },
};

async function goneToStart(user: User) {
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Forgot Password' }));
  await screen.findByRole('dialog', { name: 'Forgot Password' });
  expect(popup().getByLabelText('Email')).toHaveValue('');
  expect(popup().getByLabelText('Role')).toHaveValue('employee');
  expect(popup().getByRole('button', { name: 'Send OTP' })).toBeVisible();
}

test('resets a password in three steps, by default for an employee (spec 2.16, 2.17, 3.11, 4.9, 5.21, 8.19)', async () => {
  answers();
  const user = await openPopup();
  const role = popup().getByLabelText('Role');
  expect(role).toHaveValue('employee');
  expect(
    within(role)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Admin', 'Laboratory', 'Employee']);
  await steps.send(user);
  expect(await screen.findByText('OTP sent to your email')).toBeVisible();
  expect(requestsTo(SEND)[0]).toMatchObject({
    body: { email: 'ann@lab.test', role: 'employee' },
    authorization: null,
  });
  await steps.verify(user);
  await steps.reset(user);
  expect(await screen.findByText('Password reset successfully.')).toBeVisible();
  expect(requestsTo(VERIFY)[0]?.body).toEqual({ email: 'ann@lab.test', otp: 123456, role: 'employee' });
  expect(requestsTo(RESET)[0]?.body).toEqual({ userId: 'u-7', newPassword: 'New-Secret-1', role: 'employee' });
  await goneToStart(user);
});

test('keeps the chosen role in all three steps', async () => {
  answers();
  const user = await openPopup();
  await user.selectOptions(popup().getByLabelText('Role'), 'Laboratory');
  await steps.send(user);
  await steps.verify(user, '012345');
  await steps.reset(user);
  await waitFor(() => expect(requestsTo(RESET)).toHaveLength(1));
  expect([SEND, VERIFY, RESET].map((path) => requestsTo(path)[0]?.body.role)).toEqual(Array(3).fill('laboratory'));
  expect(requestsTo(VERIFY)[0]?.body.otp).toBe(12345);
});

const KEPT = { send: ['Email', EMAIL], verify: ['OTP', '123456'], reset: ['New Password', PASSWORD] } as const;
test.each<[keyof typeof KEPT, string, Answer, string]>([
  ['send', 'a refusal with a message', () => refused('Too many tries.', 429), 'Too many tries.'],
  ['send', 'a refusal without one', () => refused(''), 'Failed to send OTP.'],
  ['send', 'HTML', html, 'Something went wrong. Try again.'],
  ['verify', 'a refusal with a message', () => refused('This code has expired.', 410), 'This code has expired.'],
  ['verify', 'a refusal without one', () => refused(''), 'Invalid OTP'],
  ['verify', 'a dropped connection', () => Response.error(), 'Something went wrong.'],
  ['verify', 'a reply without userId', () => good({}), 'Something went wrong.'],
  ['reset', 'a refusal with a message', () => refused('Password must be longer.'), 'Password must be longer.'],
  ['reset', 'a refusal without one', () => refused(''), 'Failed to reset password'],
  ['reset', 'HTML', html, 'Something went wrong.'],
])('shows the error if step "%s" fails with %s, and keeps the input (spec 8.5)', async (step, _what, answer, text) => {
  answers({ [step]: answer });
  const user = await openPopup();
  await steps.send(user);
  if (step !== 'send') await steps.verify(user);
  if (step === 'reset') await steps.reset(user);
  await expectShown(text);
  const [label, typed] = KEPT[step];
  expect(popup().getByLabelText(label)).toHaveValue(typed);
});

test('does not send a code that is no number (spec 5.21)', async () => {
  answers();
  const user = await openPopup();
  await steps.send(user);
  await steps.verify(user, '12a4');
  await expectShown('Invalid OTP');
  expect(requestsTo(VERIFY)).toHaveLength(0);
});

test.each<[string, (user: User) => Promise<void>]>([
  ['Cancel', (user) => user.click(popup().getByRole('button', { name: 'Cancel' }))],
  ['the Escape key', (user) => user.keyboard('{Escape}')],
])('starts over after %s closes the popup (spec 2.18)', async (_what, close) => {
  answers();
  const user = await openPopup();
  await user.selectOptions(popup().getByLabelText('Role'), 'Admin');
  await steps.send(user);
  await popup().findByLabelText('OTP');
  await close(user);
  await goneToStart(user);
});

/** Under the field and as a toast. */
async function expectShown(text: string) {
  expect(await popup().findByText(text)).toBeVisible();
  expect(await screen.findByText(text, { selector: '[role=alert] *' })).toBeVisible();
}
