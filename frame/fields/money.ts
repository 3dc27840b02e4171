import { z } from 'zod';
import { defineKind } from './kind.ts';
import { getNumberFormat } from './numberFormat.ts';

/** Amount in dollars. The server stores cents. */
export const money = defineKind<number, { min?: number; max?: number }>({
  name: 'money',
  schema: ({ min = 0, max }) => {
    const error = max === undefined ? 'validation.money' : `validation.moneyTo|most:${max}`;
    return z
      .number({ error })
      .min(min, { error })
      .max(max ?? 1_000_000, { error });
  },
  show: (value) => ({ text: formatDollars(value) }),
  align: 'right',
  width: 92,
  input: 'number',
  inputProps: ({ min = 0, max }) => ({ min, max, step: 0.01 }),
  filter: { operator: 'equals' },
  storage: 'cents',
  options: ['min', 'max'],
});

/** Formats dollars as $1,234.50 in every language (spec 9). */
export const formatDollars = (value: number): string =>
  getNumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(value);
