import { formatPhone } from '../wire/phoneNumber.ts';
import * as rules from '../wire/rules.ts';
import { defineKind } from './kind.ts';

/** The link that writes to an address: what follows a ? or & in it would be further recipients or a text. */
export const mailTo = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`;

/** An e-mail address; shown as a link that writes to it. */
export const email = defineKind<string>({
  name: 'email',
  schema: () => rules.email,
  show: (value) => ({ text: value, href: mailTo(value) }),
  input: 'text',
  inputProps: () => ({ type: 'email', autoComplete: 'off' }),
  filter: { test: 'contains' },
  storage: 'text',
  sortable: true,
});

/**
 * A telephone number, taken as people write it and shown as they read it; a link calls it. `strict` asks for what spec 5
 * does, once blanks and the like are taken away.
 */
export const phone = defineKind<string, { strict?: boolean }>({
  name: 'phone',
  schema: ({ strict }) => (strict ? rules.phone : rules.anyPhone),
  show: (value) => {
    const { text, href, foreign } = formatPhone(value);
    return { text, href, ...(foreign && { renderer: 'phone' as const }) };
  },
  input: 'text',
  inputProps: () => ({ type: 'tel', autoComplete: 'off' }),
  filter: { test: 'contains' },
  storage: 'text',
  width: 112,
  options: ['strict'],
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
