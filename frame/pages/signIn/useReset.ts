import { type FormEvent, useState } from 'react';
import { RequestError, request } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';
import { toast } from '../../notify/toast.ts';
import { authCalls } from '../../wire/calls/authCalls.ts';
import { getPageRoles, type Role } from '../../wire/roles.ts';
import { asObject, asText } from '../../wire/wireValues.ts';
import { useAttempt } from './useAttempt.ts';

export type ResetStep = 'send' | 'verify' | 'reset';
export interface ResetAccount {
  email: string;
  role: Role;
}

export const getResetRoles = (): readonly Role[] =>
  getPageRoles()
    .names.filter((role) => getPageRoles().hasSignIn(role))
    .toSorted((a, b) => (getPageRoles().get(a).reset?.order ?? 0) - (getPageRoles().get(b).reset?.order ?? 0));
const getPresetRole = () =>
  (getPageRoles().names.find((role) => getPageRoles().get(role).reset?.preset) ?? getResetRoles()[0]) as Role;
export const readRole = (value: unknown): Role =>
  getPageRoles().names.find((role) => role === value) ?? getPresetRole();

export interface ResetForm {
  email: string;
  role: Role;
  otp: string;
  newPassword: string;
}

const throwMessage = (key: string) => {
  throw new RequestError(translate(key), 0);
};

/** The steps of a forgotten password (spec 4); `sent` skips the first. Failures show as a toast and in `error`. */
export function useReset(onDone: () => void, sent?: ResetAccount) {
  const [step, setStep] = useState<ResetStep>(sent ? 'verify' : 'send');
  const [values, setValues] = useState<ResetForm>(() => ({
    email: '',
    role: getPresetRole(),
    otp: '',
    newPassword: '',
    ...sent,
  }));
  const [userId, setUserId] = useState('');
  const { busy, error, attempt } = useAttempt('errors.wentWrong', { withToast: true });
  const { role, newPassword } = values;
  const email = values.email.trim();

  const steps: Record<ResetStep, () => Promise<void>> = {
    async send() {
      await request(authCalls.forgotPassword, { body: { email, role } });
      toast.success(translate('reset.sent'));
      setStep('verify');
    },
    async verify() {
      const otp = values.otp.trim();
      if (!/^\d+$/.test(otp)) throwMessage('errors.invalidOtp');
      const reply = asObject(await request(authCalls.verifyOtp, { body: { email, otp: Number(otp), role } }));
      if (!asText(reply.userId)) throwMessage('errors.wentWrong');
      setUserId(asText(reply.userId));
      setStep('reset');
    },
    async reset() {
      await request(authCalls.resetPassword, { body: { userId, newPassword, role } });
      toast.success(translate('reset.done'));
      onDone();
    },
  };

  const submit = (event: FormEvent) => attempt(steps[step], event);
  const change = (name: keyof ResetForm) => (value: string) => setValues({ ...values, [name]: value });
  return { step, values, email, busy, error, change, submit };
}
