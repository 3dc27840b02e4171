import { expect, test } from 'vitest';
import type { Field, IntlShape } from '../../fields/kind.ts';
import { money } from '../../fields/money.ts';
import { number } from '../../fields/number.ts';

const issueOf = (field: Field, value: number) => field.kind.schema(field).safeParse(value).error?.issues[0]?.message;

test('validates numbers and amounts by their options', () => {
  const numbers = [{}, { integer: true }, { min: 2 }, { max: 1 }, { min: 2, message: 'own' }].map(number);
  const least = 'validation.atLeast|least:2';
  const issues = [undefined, 'validation.integer', least, 'validation.atMost|most:1', 'own'];
  expect(numbers.map((field) => issueOf(field, 1.5))).toEqual(issues);
  const amounts = [issueOf(money(), -1), issueOf(money(), 1_000_001), issueOf(money({ max: 5 }), 6)];
  expect(amounts).toEqual(['validation.money', 'validation.money', 'validation.moneyTo|most:5']);
});

test('formats numbers by language and steps inputs by precision', () => {
  const shown = (value: number) => number().kind.show(value, number(), { locale: 'en' } as IntlShape).text;
  expect([7, 1234, -1.5].map(shown)).toEqual(['7', '1,234', '-1.5']);
  const step = (integer: boolean) => number().kind.inputProps?.(number({ integer })).step;
  expect([true, false].map(step)).toEqual([1, 'any']);
});
