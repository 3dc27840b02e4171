import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { good, on, refused, requestsTo } from './host.ts';
import { openPortal } from './portal.tsx';

const EMAIL = 'zoe@example.test';

test('asks first, then undoes the change and leads to a new password', async () => {
  on('POST', '/common/undo-email', () => good({ email: EMAIL, role: 'laboratory' }));
  on('POST', '/common/verify-otp', () => good({ userId: 'u1' }));
  on('POST', '/common/reset-password', () => good(null));
  const { user } = openPortal('/undo-email#secret-token', null);
  const button = await screen.findByRole('button', { name: 'Undo the change' });
  expect(requestsTo('/common/undo-email')).toEqual([]);
  await user.click(button);
  expect(await screen.findByText(/zoe@example\.test is your address again/)).toBeVisible();
  expect(requestsTo('/common/undo-email').map(({ body }) => body)).toEqual([{ token: 'secret-token' }]);

  await user.click(screen.getByRole('button', { name: 'Set a new password' }));
  const popup = within(await screen.findByRole('dialog'));
  await user.type(popup.getByLabelText('OTP'), '123456{Enter}');
  await user.type(await popup.findByLabelText('New Password'), 'Fresh-start-9{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/signin'));
  expect(requestsTo('/common/verify-otp')[0]?.body).toEqual({ email: EMAIL, otp: 123456, role: 'laboratory' });
  expect(requestsTo('/common/reset-password')[0]?.body).toMatchObject({ role: 'laboratory' });
});

test('reports an expired link', async () => {
  on('POST', '/common/undo-email', () => refused('This link is no longer valid.'));
  const { user } = openPortal('/undo-email/old', null);
  await user.click(await screen.findByRole('button', { name: 'Undo the change' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This link is no longer valid.');
  await user.click(screen.getByRole('button', { name: 'Go to sign-in' }));
  await waitFor(() => expect(location.pathname).toBe('/signin'));
});
