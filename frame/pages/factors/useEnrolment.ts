import { type FormEvent, useState } from 'react';
import { RequestError } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';
import type { FactorKind } from '../../wire/secondFactorCalls.ts';
import { asObject, asText } from '../../wire/wireValues.ts';
import { registerPasskey } from './passkeys.ts';

/** Requests of the enrolment, at sign-in or in the settings. */
export interface EnrolmentCalls {
  begin: (kind: FactorKind) => Promise<unknown>;
  complete: (body: Record<string, unknown>) => Promise<{ recoveryCodes: string[]; onKept?: () => void }>;
}

interface EnrolmentStep {
  kind: FactorKind;
  ticket: string;
  totp?: { secret: string; uri: string };
  passkey: unknown;
}

function readEnrolmentStep(kind: FactorKind, value: unknown): EnrolmentStep {
  const { ticket, totp, passkey } = asObject(value);
  const { secret, uri } = asObject(totp);
  const shown = totp ? { totp: { secret: asText(secret), uri: asText(uri) } } : {};
  return { kind, ticket: asText(ticket), passkey, ...shown };
}

/** State of an enrolment: choose a factor, prove it, save the recovery codes. */
export function useEnrolment({ begin, complete }: EnrolmentCalls, onClose: () => void) {
  const [step, setStep] = useState<EnrolmentStep>();
  const [values, setValues] = useState({ name: '', code: '' });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [done, setDone] = useState<Awaited<ReturnType<EnrolmentCalls['complete']>>>();

  const attempt = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setError('');
    await work().catch((cause: unknown) => {
      // The user declined to reauthenticate.
      const asked = cause instanceof RequestError && cause.needsConfirmation;
      if (!asked) setError(cause instanceof RequestError ? cause.message : translate('errors.secondFactor'));
    });
    setBusy(false);
  };
  const choose = (kind: FactorKind) => attempt(async () => setStep(readEnrolmentStep(kind, await begin(kind))));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!step) return;
    void attempt(async () => {
      const { kind, ticket, passkey } = step;
      const proof = kind === 'totp' ? { code: values.code } : { passkey: await registerPasskey(passkey) };
      const name = values.name.trim() || translate(`secondFactor.kinds.${kind}`);
      const result = await complete({ ticket, name, ...proof });
      if (result.recoveryCodes.length > 0) return setDone(result);
      result.onKept?.();
      onClose();
    });
  };
  const finish = () => {
    done?.onKept?.();
    onClose();
  };
  const change = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });
  return { step, values, busy, error, codes: done?.recoveryCodes, choose, submit, finish, change };
}
