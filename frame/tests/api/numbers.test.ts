import { expect, test } from 'vitest';
import type { Field, IntlShape } from '../../fields/kind.ts';
import { money } from '../../fields/money.ts';
import { number } from '../../fields/number.ts';
import { STORAGE_CODECS } from '../../server/records/schema/storageCodecs.ts';
import { parsePlainNumber } from '../../wire/wireValues.ts';

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

test('refuses amounts with more decimals than it stores, in records and filters', () => {
  const [cents, mills] = [money(), money({ decimals: 3 })];
  for (const value of [1.005, 12.345, 0.004, 99.999]) {
    expect(issueOf(cents, value)).toBe('validation.decimals|most:2');
    expect(issueOf(mills, value)).toBeUndefined();
    expect(STORAGE_CODECS[mills.kind.storage].decode(STORAGE_CODECS[mills.kind.storage].encode(value, ''))).toBe(value);
    expect(STORAGE_CODECS.cents.encodeFilter(value, '')).toBeUndefined();
  }
  expect([issueOf(cents, 1.1), issueOf(cents, 999_999.99), issueOf(mills, 0.7255)]).toEqual([
    undefined,
    undefined,
    'validation.decimals|most:3',
  ]);
  const shown = [cents, mills].map(({ kind }) => kind.show(0.725, {}, { locale: 'en' } as IntlShape).text);
  expect(shown).toEqual(['$0.73', '$0.725']);
  expect(mills.kind.show(40, {}, { locale: 'es' } as IntlShape).text).toBe('$40.00');
});

test('reads digits as numbers, and no other spellings', () => {
  expect(['12', '-3.50', ' 7 ', '.5', '+2'].map(parsePlainNumber)).toEqual([12, -3.5, 7, 0.5, 2]);
  expect(['0x10', '1e2', '1_000', '', ' ', '-', 'Infinity', '1,5'].map(parsePlainNumber)).toEqual(
    Array(8).fill(undefined),
  );
  expect(['0x10', '1e2'].map((text) => STORAGE_CODECS.real.encodeFilter(text, ''))).toEqual([undefined, undefined]);
});
