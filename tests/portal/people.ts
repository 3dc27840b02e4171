import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { openPortal } from './portal.tsx';

export type User = ReturnType<typeof openPortal>['user'];

/** Profile fields that all roles share. */
export const person = {
  _id: 'me',
  fullName: 'Zoë Ångström',
  email: 'zoe@example.test',
  contactNumber: '+15551230007',
  address: '7 Harbour Street',
  username: 'zoe7',
  image: '/uploads/zoe.png',
  isActive: true,
  isNotification: true,
};

export const field = (label: string): HTMLElement =>
  screen.getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: 'input, textarea' });

/** Replaces the text of an input by pasting. Typing would rerender the form per letter. */
export async function retype(user: User, input: HTMLElement, text: string): Promise<void> {
  await user.clear(input);
  if (text) await user.paste(text);
}

export async function fill(user: User, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    // An input whose file loads replaces its placeholder, even between two steps.
    await waitFor(async () => {
      const input = field(label);
      input.focus();
      expect(input).toHaveFocus();
      await user.clear(input);
      if (value) await user.paste(value);
      expect(field(label)).toBe(input);
    });
  }
}

export async function pick(user: User, label: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }));
  await user.click(await screen.findByRole('option', { name: option }));
}

export const save = (user: User) => user.click(screen.getByRole('button', { name: 'Save' }));
