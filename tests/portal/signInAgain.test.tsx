import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { dialog, EMAIL, FORM, fillIn, noDialog, SAVE, save, typed, type User } from './endedSession.ts';
import { everyday, good, on, refused, requestsTo } from './host.ts';
import { OURS, tokenFor } from './portal.tsx';

const UNAUTHORIZED = 'Unauthorized access. Please log in again.';
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
