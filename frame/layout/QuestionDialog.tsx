import { useTranslate } from 'ra-core';
import { Confirm } from 'react-admin';

interface QuestionDialogProps {
  text: string;
  onAnswer: (yes: boolean) => void;
}

export default function QuestionDialog({ text, onAnswer }: QuestionDialogProps) {
  const t = useTranslate();
  return (
    <Confirm
      isOpen
      title={t('form.sure')}
      content={text}
      cancel={t('form.cancel')}
      confirm={t('form.anyway')}
      confirmColor="warning"
      onClose={() => onAnswer(false)}
      onConfirm={() => onAnswer(true)}
    />
  );
}
