import { useTranslate } from 'ra-core';
import { createContext } from 'react';
import type { Hint } from '../wire/binding.ts';

/** Hints by record id for the pickers inside. Undefined while loading or if there are none. */
export const HintsContext = createContext<Readonly<Record<string, Hint>> | undefined>(undefined);

/** Compares two options by the rank of their hints; options without a hint come last. */
export const compareHints = (a: { hint?: Hint | undefined }, b: { hint?: Hint | undefined }): number =>
  (a.hint?.rank ?? Number.MAX_SAFE_INTEGER) - (b.hint?.rank ?? Number.MAX_SAFE_INTEGER);

/** Shows a hint on an option: its text, marked if it advises against the option, and the reasons below. */
export function ReferenceHint({ hint }: { hint: Hint | undefined }) {
  const t = useTranslate();
  if (!hint) return null;
  const { text, args, against, reasons = [] } = hint;
  return (
    <>
      <span className={against ? 'picker-hint picker-against' : 'picker-hint'}>{t(text, args)}</span>
      {reasons.map((reason) => (
        <span key={reason.text} className="picker-hint">
          {t(reason.text, reason.args)}
        </span>
      ))}
    </>
  );
}
