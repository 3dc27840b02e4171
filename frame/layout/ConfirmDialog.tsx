// A file of its own, so that react-admin's dialog loads on demand.
import { Box, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { Confirm } from 'react-admin';
import type { Confirmed, Question } from '../notify/askToConfirm.ts';

const MAX_REASON = 500;

interface QuestionDialogProps {
  question: Question;
  onAnswer: (confirmed: Confirmed | null) => void;
}

export function QuestionDialog({ question, onAnswer }: QuestionDialogProps) {
  const t = useTranslate();
  const reason = useRef('');
  const content = question.asksReason ? (
    <Box sx={{ display: 'grid', gap: 2.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
      {question.text}
      <TextField
        label={t('form.reason')}
        multiline
        slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
        onChange={(event) => {
          reason.current = event.target.value.trim();
        }}
      />
    </Box>
  ) : (
    question.text
  );
  return (
    <Confirm
      isOpen
      fullWidth={question.asksReason ?? false}
      maxWidth="xs"
      title={question.title ?? 'form.sure'}
      content={content as string}
      cancel="form.cancel"
      confirm={question.confirm ?? 'form.anyway'}
      confirmColor="warning"
      onClose={() => onAnswer(null)}
      onConfirm={() => onAnswer({ confirmed: true, ...(reason.current && { reason: reason.current }) })}
    />
  );
}

export { Confirm as default };
