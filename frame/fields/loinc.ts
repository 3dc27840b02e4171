import { z } from 'zod';
import { defineKind } from './kind.ts';

function hasValidCheckDigit(code: string): boolean {
  const [number = '', check] = code.split('-');
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((all, digit, place) => {
    const value = place % 2 === 0 ? digit * 2 : digit;
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return String((10 - (sum % 10)) % 10) === check;
}

/** LOINC code of a test, such as 1558-6. */
export const loinc = defineKind<string>({
  name: 'loinc',
  schema: () =>
    z
      .string()
      .trim()
      .regex(/^\d{1,7}-\d$/, { error: 'validation.loinc' })
      .refine(hasValidCheckDigit, { error: 'validation.loinc' }),
  show: (value) => ({ text: value }),
  input: 'text',
  filter: { operator: 'equals', input: 'text' },
  storage: 'text',
});
