import { expect, test } from 'vitest';
import type { IntlShape } from '../../fields/kind.ts';
import { money, number } from '../../fields/number.ts';

test.each([
  [number(), 1.5, undefined],
  [number({ integer: true }), 2, undefined],
  [number({ integer: true }), 1.5, 'validation.integer'],
  [number({ min: 2 }), 1, 'validation.atLeast|least:2'],
  [number({ max: 2 }), 3, 'validation.atMost|most:2'],
  [number({ min: 2, message: 'own' }), 1, 'own'],
  [money(), -1, 'validation.money'],
  [money(), 1_000_001, 'validation.money'],
  [money({ max: 5 }), 6, 'validation.moneyTo|most:5'],
])('a number or an amount is refused as its options say (%#)', (field, value, message) => {
  expect(field.kind.schema(field).safeParse(value).error?.issues[0]?.message).toBe(message);
});

test.each([
  [7, '7'],
  [1234, '1,234'],
  [-1.5, '-1.5'],
])('%d is shown as %s', (value, text) => {
  const field = number();
  expect(field.kind.show(value, field, { locale: 'en' } as IntlShape).text).toBe(text);
});

test.each([
  [true, 1],
  [false, 'any'],
])('the input of a number that is whole (%s) has the step %s', (integer, step) => {
  const field = number({ integer });
  expect(field.kind.inputProps?.(field)).toMatchObject({ step });
});
