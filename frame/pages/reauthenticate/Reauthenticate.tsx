import { useEffect, useState } from 'react';
import { onReauthenticationRequest } from '../../dataProvider/reauthentication.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';

const ReauthenticateDialog = lazyComponent(() => import('./ReauthenticateDialog.tsx'));

/** Asks for the password or the second factor again when a request needs it. Loads its dialog on first use. */
export function Reauthenticate() {
  const [question, setQuestion] = useState<{ answer: (done: boolean) => void }>();
  useEffect(() => onReauthenticationRequest((answer) => setQuestion({ answer })), []);
  if (!question) return null;
  const close = (done: boolean) => {
    setQuestion(undefined);
    question.answer(done);
  };
  return <ReauthenticateDialog onAnswer={close} />;
}
