import { Typography } from '@mui/material';
import { DialogForm } from 'portal-frame/browser';
import type { IdentityProofProps } from 'portal-frame/plugin';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { ProofFields } from './ProofFields.tsx';
import './proof.css';
import { readProofRequest, useProof } from './useProof.ts';

/** Asks for the second factor again, in a dialog. */
export default function FactorDialog({ asked, send, onCancel }: IdentityProofProps) {
  const t = useTranslate();
  const [proofRequest] = useState(() => readProofRequest(asked));
  const { ticket } = proofRequest;
  const proof = useProof(proofRequest, (values) => send({ ...values, ...(ticket && { ticket }) }));
  const submit = proof.kind === 'passkey' ? 'secondFactor.usePasskey' : 'reauthenticate.submit';
  return (
    <DialogForm
      title={t('reauthenticate.title')}
      submit={t(proof.busy ? 'reauthenticate.submitting' : submit)}
      submitProps={{ loading: proof.busy }}
      onCancel={onCancel}
      onSubmit={proof.submit}
    >
      <Typography color="textSecondary">{t('reauthenticate.text')}</Typography>
      <ProofFields {...proof} />
    </DialogForm>
  );
}
