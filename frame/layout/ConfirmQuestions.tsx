import { useEffect, useState } from 'react';
import { onQuestion, type Question } from '../notify/askToConfirm.ts';
import { lazyComponent } from '../parts/lazyComponent.tsx';

const QuestionDialog = lazyComponent(async () => ({ default: (await import('./ConfirmDialog.tsx')).QuestionDialog }));

/** Shows the questions of `askToConfirm`. */
export function Questions() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => onQuestion(setQuestion), []);
  if (!question) return null;
  return (
    <QuestionDialog
      question={question}
      onAnswer={(confirmed) => {
        setQuestion(undefined);
        question.answer(confirmed);
      }}
    />
  );
}
