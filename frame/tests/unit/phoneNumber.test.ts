import { expect, test } from 'vitest';
import { formatPhone, normalizePhone } from '../../wire/phoneNumber.ts';
import { anyPhone, phone } from '../../wire/validationRules.ts';

test.each([
  ['(215) 555-0199', '2155550199'],
  ['215.555.0199', '2155550199'],
  [' +1 215 555 0199 ', '+12155550199'],
  ['+1-215–555–0199', '+12155550199'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['0044 20 7946 0958', '+442079460958'],
  ['0300-1234567', '03001234567'],
  ['+15551230000', '+15551230000'],
  // The extension stays, as the number would change without it.
  ['215 555 0199 ext. 12', '215 555 0199 ext. 12'],
  ['ask at the desk', 'ask at the desk'],
])('normalizes %s to %s', (written, plain) => expect(normalizePhone(written)).toBe(plain));

test.each([
  ['+12155550120', '(215) 555-0120', 'tel:+12155550120'],
  ['2155550120', '(215) 555-0120', 'tel:+12155550120'],
  ['1 215 555 0120', '(215) 555-0120', 'tel:+12155550120'],
  ['215-555-0120 x12', '(215) 555-0120 ext. 12', 'tel:+12155550120;ext=12'],
  ['(215) 555-0120, ext. 7', '(215) 555-0120 ext. 7', 'tel:+12155550120;ext=7'],
  // parts/PhoneText.tsx formats foreign numbers later.
  ['+442079460958', '+442079460958', 'tel:+442079460958'],
  ['0300-1234567', '0300-1234567', 'tel:03001234567'],
  // The text stays, and its first number can be called.
  ['home 215-555-0120, daughter 267-555-0123', 'home 215-555-0120, daughter 267-555-0123', 'tel:+12155550120'],
  ['ask at the desk', 'ask at the desk', undefined],
])('formats %s as %s', (kept, text, href) => {
  const shown = formatPhone(kept);
  expect([shown.text, shown.href]).toEqual([text, href]);
});

test.each([
  ['(215) 555-0199', '2155550199'],
  ['0300-1234567', null],
  ['215 555 0199 ext. 12', null],
  ['1234567890123456', null],
  ['+', null],
  ['x', null],
])('validates %s by spec 5: %s (spec 5.6)', (written, plain) =>
  expect(phone.safeParse(written).data ?? null).toBe(plain),
);

test.each([
  ['(215) 555-0199', '2155550199'],
  ['0300-1234567', '0300-1234567'],
  ['215 555 0199 ext. 12', '215 555 0199 ext. 12'],
  ['maria@example.test', null],
  ['1'.repeat(65), null],
])('stores %s as %s without the rule of spec 5', (written, kept) =>
  expect(anyPhone.safeParse(written).data ?? null).toBe(kept),
);
