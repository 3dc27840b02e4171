import { Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { request } from '../../dataProvider/request.ts';
import { toast } from '../../notify/toast.ts';
import { DialogForm } from '../../parts/DialogForm.tsx';
import { reauthenticateCalls } from '../../wire/calls/reauthenticateCalls.ts';
import { ProofFields } from '../factors/ProofFields.tsx';
import '../factors/proof.css';
import { type ProofRequest, readProofRequest, useProof } from '../factors/useProof.ts';

interface ReauthenticateProps {
  onAnswer: (done: boolean) => void;
}

/** Asks for the password or the second factor in a dialog, so that input on the screen is kept. */
export default function ReauthenticateDialog({ onAnswer }: ReauthenticateProps) {
  const { data: proofRequest, error } = useQuery({
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
  return proofRequest ? <ProofDialog proofRequest={proofRequest} onAnswer={onAnswer} /> : null;
}

function ProofDialog({ proofRequest, onAnswer }: ReauthenticateProps & { proofRequest: ProofRequest }) {
  const t = useTranslate();
  const { ticket } = proofRequest;
  const proof = useProof(proofRequest, async (values) => {
    await request(reauthenticateCalls.reauthenticate, { body: { ...values, ...(ticket && { ticket }) } });
    onAnswer(true);
  });
  const submit = proof.kind === 'passkey' ? 'secondFactor.usePasskey' : 'reauthenticate.submit';
  return (
    <DialogForm
      title={t('reauthenticate.title')}
      submit={t(proof.busy ? 'reauthenticate.submitting' : submit)}
      submitProps={{ loading: proof.busy }}
      onCancel={() => onAnswer(false)}
      onSubmit={proof.submit}
    >
      <Typography color="textSecondary">{t('reauthenticate.text')}</Typography>
      <ProofFields {...proof} />
    </DialogForm>
  );
}
