import { lazyComponent, request, translate } from 'portal-frame/browser';
import { Brand } from 'portal-frame/browser/plugins';
import type { SignInStepProps } from 'portal-frame/plugin';
import { useState } from 'react';
import { readRecoveryCodes, secondFactorCalls } from '../wire/secondFactorCalls.ts';
import { ProofFields } from './ProofFields.tsx';
import { type ProofRequest, readProofRequest, useProof } from './useProof.ts';
import './proof.css';

const EnrolDialog = lazyComponent(() => import('./EnrolDialog.tsx'));

/** Second step of a sign-in: a proof, or setting one up if the role requires it. */
export default function SecondFactor({ asked, onData, onBack }: SignInStepProps) {
  const [proofRequest] = useState(() => readProofRequest(asked));
  const Step = proofRequest.methods.length > 0 ? ProofStep : SetUpStep;
  return <Step proofRequest={proofRequest} onData={onData} onBack={onBack} />;
}

type StepProps = Omit<SignInStepProps, 'asked'> & { proofRequest: ProofRequest };

function ProofStep({ proofRequest, onData, onBack }: StepProps) {
  const proof = useProof(proofRequest, async (shown) =>
    onData(await request(secondFactorCalls.secondFactor, { body: { ticket: proofRequest.ticket, ...shown } })),
  );
  return (
    <form className="signin-form" onSubmit={proof.submit}>
      <Brand />
      <h1>{translate('secondFactor.title')}</h1>
      <ProofFields {...proof} />
      <button type="submit" className="signin-submit" aria-busy={proof.busy}>
        {translate(proof.kind === 'passkey' ? 'secondFactor.usePasskey' : 'secondFactor.submit')}
      </button>
      <BackButton onBack={onBack} />
    </form>
  );
}

function SetUpStep({ proofRequest, onData, onBack }: StepProps) {
  const [open, setOpen] = useState(false);
  const { ticket, passkeys } = proofRequest;
  return (
    <div className="signin-form">
      <Brand />
      <div>
        <h1>{translate('secondFactor.setUpTitle')}</h1>
        <p className="quiet">{translate('secondFactor.setUpText')}</p>
      </div>
      <button type="button" className="signin-submit" onClick={() => setOpen(true)}>
        {translate('secondFactor.setUp')}
      </button>
      <BackButton onBack={onBack} />
      {open && (
        <EnrolDialog
          passkeys={passkeys}
          begin={(kind) => request(secondFactorCalls.setUpSecondFactor, { body: { ticket, kind } })}
          complete={async (body) => {
            const data = await request(secondFactorCalls.secondFactor, { body });
            return { recoveryCodes: readRecoveryCodes(data), onSaved: () => onData(data) };
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

const BackButton = ({ onBack }: { onBack: () => void }) => (
  <button type="button" className="signin-link" onClick={onBack}>
    {translate('secondFactor.back')}
  </button>
);
