import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type FormEvent, useEffect, useState } from 'react';
import { getPlugins } from '../../config/app/pluginList.ts';
import { request } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';
import { DialogForm } from '../../parts/DialogForm.tsx';
import { focusInput } from '../../parts/focusInput.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { reauthenticateCalls } from '../../wire/calls/reauthenticateCalls.ts';
import { asList, asObject } from '../../wire/wireValues.ts';
import { PasswordField } from '../signIn/SignInField.tsx';
import { useAttempt } from '../signIn/useAttempt.ts';

interface ReauthenticateProps {
  onAnswer: (done: boolean) => void;
}

const [PluginProof] = getPlugins().flatMap(({ identityProof }) =>
  identityProof ? [lazyComponent(identityProof)] : [],
);

/** Asks for the password, or the proof of a plug-in, in a dialog, so that input on the screen is kept. */
export default function ReauthenticateDialog({ onAnswer }: ReauthenticateProps) {
  const { data: asked, error } = useQuery({
    queryKey: ['reauthenticate'],
    queryFn: async () => asObject(await request(reauthenticateCalls.reauthenticateOptions)),
    // A challenge is valid for one question.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!error) return;
    toast.error(error.message);
    onAnswer(false);
  }, [error, onAnswer]);
  if (!asked) return null;
  const props = {
    send: async (body: object) => {
      await request(reauthenticateCalls.reauthenticate, { body: { ...body } });
      onAnswer(true);
    },
    onCancel: () => onAnswer(false),
  };
  const isPassword = asList<unknown>(asked.methods).includes('password');
  return PluginProof && !isPassword ? <PluginProof asked={asked} {...props} /> : <PasswordDialog {...props} />;
}

interface PasswordDialogProps {
  send: (body: { password: string }) => Promise<void>;
  onCancel: () => void;
}

function PasswordDialog({ send, onCancel }: PasswordDialogProps) {
  const t = useTranslate();
  const [password, setPassword] = useState('');
  const { busy, error, attempt } = useAttempt();
  const submit = (event: FormEvent) => attempt(() => send({ password }).finally(() => setPassword('')), event);
  return (
    <DialogForm
      title={t('reauthenticate.title')}
      submit={t(busy ? 'reauthenticate.submitting' : 'reauthenticate.submit')}
      submitProps={{ loading: busy }}
      onCancel={onCancel}
      onSubmit={submit}
    >
      <Typography color="textSecondary">{t('reauthenticate.text')}</Typography>
      <Box component="p" className="quiet" sx={{ m: 0 }}>
        {t('reauthenticate.passwordHint')}
      </Box>
      <PasswordField
        label={t('reauthenticate.password')}
        value={password}
        onChange={setPassword}
        error={error}
        autoComplete="current-password"
        required
        ref={focusInput}
      />
    </DialogForm>
  );
}
