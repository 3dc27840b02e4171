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

test('a number is shown in its language and typed in its steps', () => {
  const shown = (value: number) => number().kind.show(value, number(), { locale: 'en' } as IntlShape).text;
  expect([7, 1234, -1.5].map(shown)).toEqual(['7', '1,234', '-1.5']);
  const step = (integer: boolean) => number().kind.inputProps?.(number({ integer })).step;
  expect([true, false].map(step)).toEqual([1, 'any']);
});
