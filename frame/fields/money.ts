import { z } from 'zod';
import { hasDecimals } from '../wire/wireValues.ts';
import { defineKind } from './kind.ts';
import { getNumberFormat } from './numberFormat.ts';

interface MoneyOptions {
  min?: number;
  max?: number;
  /** Most decimals of an amount. Rates may have three, such as $0.725 a mile. Default: 2. */
  decimals?: 2 | 3;
}

const MOST = 1_000_000;

const createKind = (decimals: 2 | 3) =>
  defineKind<number, MoneyOptions>({
    name: 'money',
    schema: ({ min = 0, max }) => {
      const error = max === undefined ? 'validation.money' : `validation.moneyTo|most:${max}`;
      return z
        .number({ error })
        .min(min, { error })
        .max(max ?? MOST, { error })
        .refine((value) => hasDecimals(value, decimals), { error: `validation.decimals|most:${decimals}` });
    },
    show: (value) => ({ text: formatDollars(value, decimals) }),
    align: 'right',
    width: 92,
    input: 'number',
    inputProps: ({ min = 0, max = MOST }) => ({ min, max, step: 10 ** -decimals }),
    filter: { operator: 'equals' },
    storage: decimals === 2 ? 'cents' : 'mills',
    options: ['min', 'max', 'decimals'],
  });

const kinds = { 2: createKind(2), 3: createKind(3) } as const;

/** Amount in dollars. The server stores cents, or tenths of a cent with `decimals: 3`. More decimals are refused. */
export const money: (typeof kinds)[2] = (...given) => kinds[given[0]?.decimals ?? 2](...given);

/** Formats dollars as $1,234.50 in every language (spec 9). A rate may have a third decimal. */
export const formatDollars = (value: number, decimals: 2 | 3 = 2): string =>
  getNumberFormat('en-US', {
    ...{ style: 'currency', currency: 'USD' },
    ...(decimals > 2 && { minimumFractionDigits: 2, maximumFractionDigits: decimals }),
  }).format(value);
