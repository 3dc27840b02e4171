import { useEffect, useState } from 'react';
import { onQuestion, type Question } from '../notify/askToConfirm.ts';
import { lazyComponent } from '../parts/lazyComponent.tsx';

const ConfirmDialog = lazyComponent(() => import('./ConfirmDialog.tsx'));

/** Shows the questions of `askToConfirm`. */
export function Questions() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => onQuestion(setQuestion), []);
  if (!question) return null;
  const answer = (yes: boolean) => {
    setQuestion(undefined);
    question.answer(yes);
  };
  return (
    <ConfirmDialog
      isOpen
      title={question.title ?? 'form.sure'}
      content={question.text}
      cancel="form.cancel"
      confirm={question.confirm ?? 'form.anyway'}
      confirmColor="warning"
      onClose={() => answer(false)}
      onConfirm={() => answer(true)}
    />
  );
}
