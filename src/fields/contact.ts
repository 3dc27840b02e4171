import { defineKind } from './kind.ts';
import * as rules from './rules.ts';

/** An e-mail address; shown as a link that writes to it. */
export const email = defineKind<string>({
  name: 'email',
  schema: () => rules.email,
  show: (value) => ({ text: value, href: `mailto:${value}` }),
  input: 'text',
  inputProps: () => ({ type: 'email', autoComplete: 'off' }),
  filter: { test: 'contains' },
  storage: 'text',
  sortable: true,
});

/** A telephone number (spec 5); shown as a link that calls it. */
export const phone = defineKind<string>({
  name: 'phone',
  schema: () => rules.phone,
  show: (value) => ({ text: value, href: `tel:${value}` }),
  input: 'text',
  inputProps: () => ({ type: 'tel', autoComplete: 'off' }),
  filter: { test: 'contains' },
  storage: 'text',
});

/** A postal address; shown as a link that opens the map. `strict` asks for at least 5 characters (spec 5). */
export const address = defineKind<string, { strict?: boolean }>({
  name: 'address',
  schema: ({ strict }) => (strict ? rules.address : rules.text(500)),
  show: (value) => ({
    text: value,
    href: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(value)}`,
  }),
  input: 'text',
  filter: { test: 'contains' },
  storage: 'text',
  options: ['strict'],
});
