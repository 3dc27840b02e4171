import { formatPhone } from '../wire/phoneNumber.ts';
import * as rules from '../wire/validationRules.ts';
import { defineKind } from './kind.ts';

/** Returns a mailto link. Encoding prevents `?` and `&` from adding recipients or text. */
export const mailTo = (address: string): string => `mailto:${encodeURIComponent(address).replace('%40', '@')}`;

/** E-mail address, shown as a mailto link. */
export const email = defineKind<string>({
  name: 'email',
  schema: () => rules.email,
  show: (value) => ({ text: value, href: mailTo(value) }),
  input: 'text',
  inputProps: () => ({ type: 'email', autoComplete: 'off' }),
  filter: { operator: 'contains' },
  storage: 'text',
  holds: 'mailAddress',
});

/**
 * Telephone number in any common notation, shown as a tel link. `strict` requires the format of spec 5 after
 * normalization.
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
  filter: { operator: 'contains' },
  storage: 'text',
  width: 112,
  options: ['strict'],
});

/** Postal address, shown as a map link. `strict` requires 5 characters (spec 5). */
export const address = defineKind<string, { strict?: boolean }>({
  name: 'address',
  wide: true,
  schema: ({ strict }) => (strict ? rules.address : rules.text(500)),
  show: (value) => ({
    text: value,
    href: `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(value)}`,
  }),
  input: 'text',
  filter: { operator: 'contains' },
  storage: 'text',
  separator: ', ',
  options: ['strict'],
});
