import type { z } from 'zod';
import '../../fields/loadZod.ts';
import { type Translate, translateMessage } from '../../i18n/translateMessage.ts';
import type { FormValues } from './FormDialog.tsx';

/** Trims texts and replaces missing values by ''. */
export const trimValues = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : (value ?? '')]),
  );

/** Checks values with the body of a call. Returns the first message of each wrong field, translated. */
export function getFieldErrors(rules: z.ZodObject, values: FormValues, translate: Translate): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { path, message } of rules.safeParse(values).error?.issues ?? []) {
    errors[String(path[0])] ??= translateMessage(message, translate);
  }
  return errors;
}
