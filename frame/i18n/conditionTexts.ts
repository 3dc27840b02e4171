import conditions from './en/conditions.ts';
import { flattenTexts } from './texts.ts';
import type { Translate } from './translateMessage.ts';

const ENGLISH = flattenTexts({ conditions });

/** Adds the English texts of conditions to a translation of the browser, whose first list loads without them. */
export const withConditionTexts =
  (translate: Translate): Translate =>
  (key, options) =>
    translate(key, { ...options, _: ENGLISH[key] ?? options?._ });
