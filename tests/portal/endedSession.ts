import { screen, waitFor, within } from '@testing-library/react';
import { expect } from 'vitest';
import { openPortal } from './portal.tsx';

/** A session that ends while a form has unsaved changes (issue 14). */
export const FORM = '/laboratory-add-appointment';

export const SAVE = '/laboratory/add-appointment';
export const EMAIL = { signedInEmail: 'lab@example.test' };
export const typed = () => screen.getByLabelText(/^Full Name/);
export const dialog = async () => within(await screen.findByRole('dialog', { name: 'Sign in to continue' }));
export const noDialog = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in to continue' })).toBeNull());

export async function fillIn(kept: Record<string, string> = EMAIL) {
  const { user } = openPortal(FORM, 'laboratory', undefined, kept);
  await screen.findByRole('button', { name: 'Save' });
  await user.type(typed(), 'Ada Ødegård');
  return user;
}

export type User = Awaited<ReturnType<typeof fillIn>>;

export async function save(user: User) {
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
