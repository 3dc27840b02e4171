import { z } from 'zod';
import type { ChipStyle, ChoiceValue } from './chips.ts';
import { type CommonOptions, defineKind, type Field, type IntlShape, translateLabel } from './kind.ts';

export interface ChoiceOptions<C extends string = string> {
  /** Values in order; lists of collections sort by it. */
  choices: readonly C[];
  /** Labels of values, and tone and icon of their chips. */
  values?: { readonly [K in NoInfer<C>]?: ChoiceValue };
  chip?: boolean;
  /** Chip of any other value. Default: grey without icon. */
  otherwise?: ChipStyle;
  /** Accepts any other text. */
  open?: boolean;
  /** I18n key of the error message. */
  message?: string;
}

/** Values named like a resource use its name. */
const nameOf = (value: string, { t }: IntlShape) => t(`resources.${value}.name`, { smart_count: 2, _: value });

const createChoice = defineKind<string, ChoiceOptions>({
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
  filter: { operator: 'equals' },
  storage: 'text',
  holds: 'choice',
  options: ['choices', 'values', 'chip', 'otherwise', 'open', 'message'],
});

/** One of several values. Shown by its label, the text `choices.{value}`, or the value itself. */
export const choice = createChoice as <
  const C extends string,
  const R extends boolean = false,
  const O extends boolean = false,
>(
  options: ChoiceOptions<C> & CommonOptions & { required?: R; open?: O },
) => Field<O extends true ? string : C, R> & ChoiceOptions<C>;
