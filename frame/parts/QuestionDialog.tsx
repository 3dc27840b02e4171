import { Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle, TextField } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import type { Confirmed, Question } from '../notify/askToConfirm.ts';

const MAX_REASON = 500;

interface QuestionDialogProps {
  question: Omit<Question, 'answer'>;
  /** I18n key of the button that declines. */
  cancel?: string;
  onAnswer: (confirmed: Confirmed | null) => void;
}

/** Shows a question with the buttons of all dialogs: the declining one outlined, the answer filled. */
export function QuestionDialog({ question, cancel = 'form.cancel', onAnswer }: QuestionDialogProps) {
  const { text, title = 'form.sure', confirm = 'form.anyway', asksReason = false } = question;
  const t = useTranslate();
  const id = useId();
  const [reason, setReason] = useState('');
  return (
    <Dialog
      open
      maxWidth="xs"
      fullWidth={asksReason}
      onClose={() => onAnswer(null)}
      // Rows that ask would open on a click in the dialog.
      onClick={(event) => event.stopPropagation()}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
    >
      <DialogTitle id={`${id}-title`}>{t(title, { _: title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5 }}>
        <DialogContentText id={`${id}-text`} sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {t(text, { _: text })}
        </DialogContentText>
        {asksReason && (
          <TextField
            label={t('form.reason')}
            multiline
            slotProps={{ htmlInput: { maxLength: MAX_REASON } }}
            onChange={(event) => setReason(event.target.value.trim())}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button variant="outlined" onClick={() => onAnswer(null)}>
          {t(cancel)}
        </Button>
        <Button variant="contained" autoFocus onClick={() => onAnswer({ confirmed: true, ...(reason && { reason }) })}>
          {t(confirm)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
