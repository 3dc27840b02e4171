import type { z } from 'zod';
import '../../fields/checks.ts';
import { say, type Translate } from '../../i18n/say.ts';
import type { Values } from './FormDialog.tsx';

/** What a form holds as the rules of the wire expect it: text without blanks around it, and '' where it is empty. */
export const trimmed = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : (value ?? '')]),
  );

/** The text of the first error of each field. */
export function fieldErrors(rules: z.ZodObject, values: Values, translate: Translate): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of rules.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= say(message, translate);
  }
  return errors;
}
