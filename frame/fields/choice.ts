import { z } from 'zod';
import type { ChipStyle, ChoiceValue } from './chips.ts';
import { defineKind, type IntlShape, translateLabel } from './kind.ts';

export interface ChoiceOptions {
  /** The values in their order, which lists of collections sort by. */
  choices: readonly string[];
  /** What is said of single values: `{ label, tone, icon }`, the last two for chips. */
  values?: Readonly<Record<string, ChoiceValue>>;
  /** Shown as a chip whose colour and icon depend on the value. */
  chip?: boolean;
  /** How the chip of any other value looks: `{ tone, icon }`. Left out, it is grey and has no icon. */
  otherwise?: ChipStyle;
  /** Any other text may be typed as well. */
  open?: boolean;
  /** The i18n key of the message for anything else. */
  message?: string;
}

/** A value that is called as a resource means that resource. */
const nameOf = (value: string, { t }: IntlShape) => t(`resources.${value}.name`, { smart_count: 2, _: value });

/** One of a closed list of values. What people see is its `label`, `choices.{value}` in the i18n files, or the value. */
export const choice = defineKind<string, ChoiceOptions>({
  name: 'choice',
  schema: ({ choices, open, message = 'validation.choice' }) =>
    open
      ? z.string().trim().min(1).max(200, { error: 'validation.tooLong' })
      : z.enum(choices as [string, ...string[]], { error: message }),
  show: (value, { chip, choices, values, otherwise }, intl) => {
    const { label, tone, icon }: ChoiceValue = values?.[value] ?? (choices.includes(value) ? {} : (otherwise ?? {}));
    const text = label ? translateLabel(label, intl) : intl.t(`choices.${value}`, { _: nameOf(value, intl) });
    return { text, ...(chip && { tone: value, ...((tone || icon) && { look: { tone, icon } }) }) };
  },
  input: 'choice',
  filter: { test: 'equals' },
  storage: 'text',
  sortable: true,
  options: ['choices', 'values', 'chip', 'otherwise', 'open', 'message'],
});
