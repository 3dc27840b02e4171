import { useTranslate } from 'ra-core';
import { createContext } from 'react';
import type { Hint } from '../wire/binding.ts';

/** Hints by record id for the pickers inside. Undefined while loading or if there are none. */
export const HintsContext = createContext<Readonly<Record<string, Hint>> | undefined>(undefined);

/** Compares two options by the rank of their hints; options without a hint come last. */
export const compareHints = (a: { hint?: Hint | undefined }, b: { hint?: Hint | undefined }): number =>
  (a.hint?.rank ?? Number.MAX_SAFE_INTEGER) - (b.hint?.rank ?? Number.MAX_SAFE_INTEGER);

export function ReferenceHint({ hint }: { hint: Hint | undefined }) {
  const t = useTranslate();
  if (!hint) return null;
  return <span className={hint.against ? 'picker-hint picker-against' : 'picker-hint'}>{t(hint.text, hint.args)}</span>;
}
