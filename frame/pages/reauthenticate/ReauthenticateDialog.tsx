import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { request } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';
import { reauthenticateCalls } from '../../wire/reauthenticateCalls.ts';
import { ProofFields } from '../factors/ProofFields.tsx';
import '../factors/proof.css';
import { type ProofRequest, readProofRequest, useProof } from '../factors/useProof.ts';

interface ReauthenticateProps {
  onAnswer: (done: boolean) => void;
}

/** Asks for the password or the second factor in a dialog, so that input on the screen is kept. */
export default function ReauthenticateDialog({ onAnswer }: ReauthenticateProps) {
  const { data: asked, error } = useQuery({
    queryKey: ['reauthenticate'],
    queryFn: async () => readProofRequest(await request(reauthenticateCalls.reauthenticateOptions)),
    // A challenge is valid for one question.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  useEffect(() => {
    if (!error) return;
    toast.error(error.message);
    onAnswer(false);
  }, [error, onAnswer]);
  return asked ? <ProofDialog asked={asked} onAnswer={onAnswer} /> : null;
}

function ProofDialog({ asked, onAnswer }: ReauthenticateProps & { asked: ProofRequest }) {
  const t = useTranslate();
  const proof = useProof(asked, async (shown) => {
    const body = { ...shown, ...(asked.ticket && { ticket: asked.ticket }) };
    await request(reauthenticateCalls.reauthenticate, { body });
    onAnswer(true);
  });
  const passkey = proof.kind === 'passkey';
  const words = proof.busy
    ? 'reauthenticate.submitting'
    : passkey
      ? 'secondFactor.usePasskey'
      : 'reauthenticate.submit';
  return (
    <Dialog open onClose={() => onAnswer(false)} fullWidth maxWidth="xs" aria-labelledby="reauthenticate-title">
      <form onSubmit={proof.submit}>
        <DialogTitle id="reauthenticate-title">{t('reauthenticate.title')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography color="textSecondary">{t('reauthenticate.text')}</Typography>
          <ProofFields {...proof} />
        </DialogContent>
        <DialogActions>
          <Button variant="outlined" onClick={() => onAnswer(false)}>
            {t('form.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={proof.busy} loadingPosition="start">
            {t(words)}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
