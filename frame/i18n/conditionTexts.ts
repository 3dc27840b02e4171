import conditions from './en/conditions.ts';
import { flattenTexts } from './texts.ts';
import type { Translate } from './translateMessage.ts';

const ENGLISH = flattenTexts({ conditions });

/** Returns `translate` with the English texts of conditions, which the browser does not load with the first list. */
export const withConditionTexts =
  (translate: Translate): Translate =>
  (key, options) =>
    translate(key, { ...options, _: ENGLISH[key] ?? options?._ });
