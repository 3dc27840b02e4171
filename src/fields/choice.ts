import { z } from 'zod';
import { defineKind } from './kind.ts';

interface ChoiceOptions {
  choices: readonly string[];
  /** Shown as a chip whose colour and icon follow the value. */
  chip?: boolean;
  /** Any other text may be typed as well. */
  open?: boolean;
  /** The i18n key of the message for anything else. */
  message?: string;
}

/** One of a closed list of values. What people see is `choices.{value}` in the i18n files, or the value itself. */
export const choice = defineKind<string, ChoiceOptions>({
  name: 'choice',
  schema: ({ choices, open, message = 'validation.choice' }) =>
    open
      ? z.string().trim().min(1).max(200, { error: 'validation.tooLong' })
      : z.enum(choices as [string, ...string[]], { error: message }),
  show: (value, { chip }, { t }) => ({ text: t(`choices.${value}`, { _: value }), ...(chip && { tone: value }) }),
  input: 'choice',
  filter: { test: 'equals' },
  storage: 'text',
  sortable: true,
  options: ['choices', 'chip', 'open', 'message'],
});
