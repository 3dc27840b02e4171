import { lazy, Suspense, useEffect, useState } from 'react';
import { onReauthenticationRequest } from '../../dataProvider/reauthentication.ts';

const Dialog = lazy(() => import('./ReauthenticateDialog.tsx'));

/** Asks for the password again when a request needs it. Its dialog is loaded on first use. */
export function Reauthenticate() {
  const [question, setQuestion] = useState<{ answer: (done: boolean) => void }>();
  useEffect(() => onReauthenticationRequest((answer) => setQuestion({ answer })), []);
  if (!question) return null;
  return (
    <Suspense fallback={null}>
      <Dialog
        onAnswer={(done) => {
          setQuestion(undefined);
          question.answer(done);
        }}
      />
    </Suspense>
  );
}
