import { useEffect, useState } from 'react';
import { onReauthenticationRequest } from '../../dataProvider/reauthentication.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';

const ReauthenticateDialog = lazyComponent(() => import('./ReauthenticateDialog.tsx'));

/** Asks for the password again when a request needs it. Its dialog is loaded on first use. */
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
