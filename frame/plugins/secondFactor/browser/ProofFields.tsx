import { translate } from 'portal-frame/browser';
import { focusInput } from 'portal-frame/browser/list';
import { Field } from 'portal-frame/browser/plugins';
import type { ComponentProps } from 'react';
import type { ProofKind } from '../wire/identityProof.ts';
import type { useProof } from './useProof.ts';

const FIELDS: Partial<
  Record<ProofKind, { label: string; input: Pick<ComponentProps<'input'>, 'inputMode' | 'autoComplete' | 'maxLength'> }>
> = {
  totp: {
    label: 'secondFactor.code',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 9 },
  },
  recovery: { label: 'secondFactor.recoveryCode', input: { autoComplete: 'off', maxLength: 40 } },
};

/**
 * The field of the chosen proof, and buttons for the others. Callers import proof.css, because the build imports pages
 * in Node, without CSS (frame/config/app/pages.ts).
 */
export function ProofFields({ kind, others, typed, setTyped, error, choose }: ReturnType<typeof useProof>) {
  const field = FIELDS[kind];
  return (
    <>
      <p className="quiet proof-hint">{translate(`secondFactor.${kind}Hint`)}</p>
      {field && (
        <Field
          {...field.input}
          key={kind}
          label={translate(field.label)}
          value={typed}
          onChange={setTyped}
          error={error}
          required
          ref={focusInput}
        />
      )}
      {kind === 'passkey' && error && (
        <p className="proof-error" role="alert">
          {error}
        </p>
      )}
      {others.length > 0 && (
        <div className="proof-others">
          {others.map((other) => (
            <button key={other} type="button" onClick={() => choose(other)}>
              {translate(`secondFactor.use.${other}`)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
