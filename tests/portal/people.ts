import { screen } from '@testing-library/react';
import type { openPortal } from './portal.tsx';

export type User = ReturnType<typeof openPortal>['user'];

/** The input with that label, required or not. */
export const field = (label: string): HTMLElement =>
  screen.getByLabelText(new RegExp(`^${label}( \\*)?$`), { selector: 'input, textarea' });

/** Replaces the text of an input. It pastes: each typed letter would draw the form again. */
export async function retype(user: User, input: HTMLElement, text: string): Promise<void> {
  await user.clear(input);
  if (text) await user.paste(text);
}

/** Fills in fields by their labels; '' leaves a field empty. */
export async function fill(user: User, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await retype(user, field(label), value);
}

/** Picks an option of a select by its label. */
export async function pick(user: User, label: string, option: string): Promise<void> {
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }));
  await user.click(await screen.findByRole('option', { name: option }));
}

export const save = (user: User) => user.click(screen.getByRole('button', { name: 'Save' }));
