import { asObject, asText } from 'portal-frame';
import { RequestError, translate } from 'portal-frame/browser';
import { useAttempt } from 'portal-frame/browser/plugins';
import { type FormEvent, useState } from 'react';
import type { FactorKind } from '../wire/secondFactorCalls.ts';
import { registerPasskey } from './passkeys.ts';

/** Requests of the enrolment, at sign-in or in the settings. */
export interface EnrolmentCalls {
  begin: (kind: FactorKind) => Promise<unknown>;
  complete: (
    body: Record<string, unknown>,
  ) => Promise<{ recoveryCodes: string[]; onSaved?: () => void | Promise<void> }>;
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
  const totpSecret = totp ? { totp: { secret: asText(secret), uri: asText(uri) } } : {};
  return { kind, ticket: asText(ticket), passkey, ...totpSecret };
}

/** State of an enrolment: choose a factor, prove it, save the recovery codes. */
export function useEnrolment({ begin, complete }: EnrolmentCalls, onClose: () => void) {
  const [step, setStep] = useState<EnrolmentStep>();
  const [values, setValues] = useState({ name: '', code: '' });
  const [done, setDone] = useState<Awaited<ReturnType<EnrolmentCalls['complete']>>>();
  const { busy, error, attempt } = useAttempt('errors.secondFactor');
  const attemptUnlessDeclined = (work: () => Promise<void>, event?: FormEvent) =>
    attempt(
      () =>
        work().catch((cause: unknown) => {
          // The user declined to reauthenticate.
          if (!(cause instanceof RequestError && cause.needsConfirmation)) throw cause;
        }),
      event,
    );
  const finish = (result = done) => {
    void result?.onSaved?.();
    onClose();
  };
  const choose = (kind: FactorKind) =>
    attemptUnlessDeclined(async () => setStep(readEnrolmentStep(kind, await begin(kind))));
  const submit = (event: FormEvent) =>
    attemptUnlessDeclined(async () => {
      if (!step) return;
      const { kind, ticket, passkey } = step;
      const proof = kind === 'totp' ? { code: values.code } : { passkey: await registerPasskey(passkey) };
      const name = values.name.trim() || translate(`secondFactor.kinds.${kind}`);
      const result = await complete({ ticket, name, ...proof });
      if (result.recoveryCodes.length > 0) setDone(result);
      else finish(result);
    }, event);
  const change = (name: keyof typeof values) => (value: string) => setValues({ ...values, [name]: value });
  return { step, values, busy, error, codes: done?.recoveryCodes, choose, submit, finish, change };
}
