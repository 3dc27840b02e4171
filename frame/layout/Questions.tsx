import { lazy, Suspense, useEffect, useState } from 'react';
import { onQuestion, type Question } from '../notify/askToConfirm.ts';

const QuestionDialog = lazy(() => import('./QuestionDialog.tsx'));

/** Shows the questions of `ask`. Its dialog is loaded with the first question. */
export function Questions() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => onQuestion(setQuestion), []);
  if (!question) return null;
  const close = (yes: boolean) => {
    setQuestion(undefined);
    question.answer(yes);
  };
  return (
    <Suspense fallback={null}>
      <QuestionDialog text={question.text} onAnswer={close} />
    </Suspense>
  );
}
