import * as rules from '../wire/validationRules.ts';
import { defineKind } from './kind.ts';

export interface TextOptions {
  /** Default: 200. */
  most?: number;
  least?: number;
}

/** Single line of text. */
export const text = defineKind<string, TextOptions>({
  name: 'text',
  schema: ({ most = 200, least = 0 }) => rules.text(most).min(least, { error: 'validation.tooShort' }),
  show: (value) => ({ text: value }),
  input: 'text',
  filter: { operator: 'contains' },
  storage: 'text',
  options: ['most', 'least'],
});

/** Multi-line text. */
export const longText = defineKind<string, { most?: number }>({
  name: 'longText',
  wide: true,
  schema: ({ most = 4000 }) => rules.text(most),
  show: (value) => ({ text: value }),
  input: 'longText',
  filter: { operator: 'contains', input: 'text' },
  storage: 'text',
  options: ['most'],
});

/** Masks all but the last four characters (spec 9). */
export const maskText = (value: string): string =>
  `${'•'.repeat(Math.max(0, Math.min(value.length - 4, 8)))}${value.slice(-4)}`;

/** Number shown masked except for its last four characters (spec 9). */
export const masked = defineKind<string>({
  name: 'masked',
  schema: () => rules.text(64),
  show: (value) => ({ text: maskText(value) }),
  input: 'text',
  filter: false,
  storage: 'text',
  hidden: 'shortened',
  width: 92,
});

/** Password, never displayed. */
export const password = defineKind<string>({
  name: 'password',
  schema: () => rules.password,
  show: () => ({ text: '' }),
  input: 'password',
  filter: false,
  storage: 'text',
  hidden: 'always',
});
