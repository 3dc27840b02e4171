import { z } from 'zod';
import { defineKind } from './kind.ts';
import { getNumberFormat } from './numberFormat.ts';

export interface NumberOptions {
  min?: number;
  max?: number;
  integer?: boolean;
  /** I18n key of a single message for all errors. */
  message?: string;
}

/** Looks the same in every language, so it needs no format. */
const isPlain = (value: number) => Number.isInteger(value) && value >= 0 && value < 1000;

export const number = defineKind<number, NumberOptions>({
  name: 'number',
  schema: ({ min = -1e12, max = 1e12, integer, message }) => {
    const error = message ?? (integer ? 'validation.integer' : 'validation.number');
    const rule = z
      .number({ error })
      .min(min, { error: message ?? `validation.atLeast|least:${min}` })
      .max(max, { error: message ?? `validation.atMost|most:${max}` });
    return integer ? rule.int({ error }) : rule;
  },
  show: (value, _, { locale }) => ({ text: isPlain(value) ? String(value) : getNumberFormat(locale).format(value) }),
  align: 'right',
  width: 40,
  input: 'number',
  inputProps: ({ min, max, integer }) => ({ min, max, step: integer ? 1 : 'any' }),
  filter: { operator: 'equals' },
  storage: 'real',
  options: ['min', 'max', 'integer', 'message'],
});

export const toggle = defineKind<boolean>({
  name: 'toggle',
  schema: () => z.boolean(),
  show: (value, _, { t }) => ({ text: t(value ? 'ra.boolean.true' : 'ra.boolean.false') }),
  input: 'toggle',
  filter: { operator: 'equals' },
  storage: 'flag',
});
