import { translate } from '../../i18n/provider.ts';
import { Field, PasswordField } from '../signIn/Field.tsx';
import type { useProof } from './useProof.ts';

const focusOnce = (input: HTMLInputElement | null) => input?.focus();

/**
 * The field of the chosen proof, and buttons for the others. Callers import proof.css, because the build imports pages
 * in Node, without CSS (frame/config/pages.ts).
 */
export function ProofFields({ kind, others, typed, setTyped, error, choose }: ReturnType<typeof useProof>) {
  const common = { key: kind, value: typed, onChange: setTyped, error, required: true, ref: focusOnce };
  return (
    <>
      <p className="quiet proof-hint">{translate(`secondFactor.${kind}Hint`)}</p>
      {kind === 'totp' && (
        <Field
          {...common}
          key={kind}
          label={translate('secondFactor.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
        />
      )}
      {kind === 'recovery' && (
        <Field
          {...common}
          key={kind}
          label={translate('secondFactor.recoveryCode')}
          autoComplete="off"
          maxLength={40}
        />
      )}
      {kind === 'password' && (
        <PasswordField
          {...common}
          key={kind}
          label={translate('reauthenticate.password')}
          autoComplete="current-password"
        />
      )}
      {kind === 'passkey' && error && (
        <p className="proof-error" role="alert">
          {error}
        </p>
      )}
      {others.length > 0 && (
        <div className="proof-others">
          {others.map((one) => (
            <button key={one} type="button" onClick={() => choose(one)}>
              {translate(`secondFactor.use.${one}`)}
            </button>
          ))}
        </div>
      )}
    </>
  );
}
