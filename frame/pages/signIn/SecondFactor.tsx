import { lazy, Suspense, useState } from 'react';
import { request } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';
import { readRecoveryCodes, secondFactorCalls } from '../../wire/secondFactor.ts';
import { ProofFields } from '../factors/ProofFields.tsx';
import { type Asked, readAsked, useProof } from '../factors/useProof.ts';
import { Brand } from './BrandPane.tsx';
import '../factors/proof.css';

const EnrolDialog = lazy(() => import('../factors/EnrolDialog.tsx'));

export interface SecondFactorProps {
  /** What the sign-in was answered with. */
  asked: unknown;
  /** Keeps the session that the reply's data opens. */
  onData: (data: unknown) => void;
  onBack: () => void;
}

/** The second step of a sign-in: a proof besides the password, or setting one up where the role needs it. */
export default function SecondFactor({ asked: initial, onData, onBack }: SecondFactorProps) {
  const [asked] = useState(() => readAsked(initial));
  return asked.methods.length > 0 ? (
    <Prove asked={asked} onData={onData} onBack={onBack} />
  ) : (
    <SetUp asked={asked} onData={onData} onBack={onBack} />
  );
}

type StepProps = Omit<SecondFactorProps, 'asked'> & { asked: Asked };

function Prove({ asked, onData, onBack }: StepProps) {
  const proof = useProof(asked, async (shown) =>
    onData(await request(secondFactorCalls.secondFactor, { body: { ticket: asked.ticket, ...shown } })),
  );
  const words = proof.kind === 'passkey' ? 'secondFactor.usePasskey' : 'secondFactor.submit';
  return (
    <form className="signin-form" onSubmit={proof.submit}>
      <Brand />
      <h1>{translate('secondFactor.title')}</h1>
      <ProofFields {...proof} />
      <button type="submit" className="signin-submit" aria-busy={proof.busy}>
        {translate(words)}
      </button>
      <Back onBack={onBack} />
    </form>
  );
}

function SetUp({ asked, onData, onBack }: StepProps) {
  const [open, setOpen] = useState(false);
  const { ticket, passkeys } = asked;
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
      <Back onBack={onBack} />
      {open && (
        <Suspense fallback={null}>
          <EnrolDialog
            passkeys={passkeys}
            begin={(kind) => request(secondFactorCalls.setUpSecondFactor, { body: { ticket, kind } })}
            complete={async (body) => {
              const data = await request(secondFactorCalls.secondFactor, { body });
              return { recoveryCodes: readRecoveryCodes(data), onKept: () => onData(data) };
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const Back = ({ onBack }: { onBack: () => void }) => (
  <button type="button" className="signin-link" onClick={onBack}>
    {translate('secondFactor.back')}
  </button>
);
