import { useTranslate } from 'ra-core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { type Question, receiveQuestions } from './ask.ts';

const Confirm = lazy(() => import('react-admin').then((found) => ({ default: found.Confirm })));

/** Shows what `ask` asks; fetched with the first question. */
export function Questions() {
  const t = useTranslate();
  const [question, setQuestion] = useState<Question>();
  useEffect(() => receiveQuestions(setQuestion), []);
  if (!question) return null;
  const close = (yes: boolean) => {
    setQuestion(undefined);
    question.answer(yes);
  };
  return (
    <Suspense fallback={null}>
      <Confirm
        isOpen
        title={t('form.sure')}
        content={question.text}
        cancel={t('form.cancel')}
        confirm={t('form.anyway')}
        confirmColor="warning"
        onClose={() => close(false)}
        onConfirm={() => close(true)}
      />
    </Suspense>
  );
}
