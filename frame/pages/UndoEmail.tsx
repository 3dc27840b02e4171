import { Box, Button, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { RequestError, request } from '../dataProvider/request.ts';
import { AppLogo } from '../layout/AppLogo.tsx';
import { useTabTitle } from '../notify/tabTitle.ts';
import { undoEmailCalls } from '../wire/calls/undoEmailCalls.ts';
import { asObject, asText } from '../wire/wireValues.ts';
import ResetPassword from './signIn/ResetPassword.tsx';
import { readRole } from './signIn/useReset.ts';

const screenStyle = { display: 'grid', alignContent: 'center', justifyItems: 'start' };

/** Reached from the mail about a new e-mail address. Only the button undoes it, because mail scanners open links. */
export default function UndoEmail() {
  const t = useTranslate();
  useTabTitle(t('undoEmail.title'));
  const navigate = useNavigate();
  const { hash } = useLocation();
  // Older mails have the token in the path.
  const { token = hash.slice(1) } = useParams();
  const [resetting, setResetting] = useState(false);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: async () => {
      const reply = asObject(await request(undoEmailCalls.undoEmail, { body: { token } }));
      return { email: asText(reply.email), role: readRole(reply.role) };
    },
  });
  const leave = () => navigate('/signin', { replace: true });
  return (
    <Box component="main" sx={{ ...screenStyle, gap: 2, minHeight: '100dvh', maxWidth: 560, mx: 'auto', p: 3 }}>
      <AppLogo size={48} />
      <Typography variant="h1">{t('undoEmail.title')}</Typography>
      {data ? (
        <Typography role="status">{t('undoEmail.next', { email: data.email })}</Typography>
      ) : (
        <>
          <Typography>{t('undoEmail.text')}</Typography>
          <Typography color="textSecondary">{t('undoEmail.ends')}</Typography>
        </>
      )}
      {error && (
        <Typography role="alert" color="error">
          {error instanceof RequestError ? error.message : t('errors.undoEmail')}
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        {data ? (
          <Button variant="contained" onClick={() => setResetting(true)}>
            {t('undoEmail.password')}
          </Button>
        ) : (
          <Button variant="contained" loading={isPending} loadingPosition="start" onClick={() => mutate()}>
            {t(isPending ? 'undoEmail.submitting' : 'undoEmail.submit')}
          </Button>
        )}
        <Button variant="outlined" onClick={leave}>
          {t('undoEmail.signIn')}
        </Button>
      </Box>
      {data && resetting && <ResetPassword sent={data} onClose={() => setResetting(false)} onDone={leave} />}
    </Box>
  );
}
