import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import { Form, useTranslate } from 'ra-core';
import { type ReactNode, type RefObject, useCallback, useId, useRef, useState } from 'react';
import { type FieldErrors, useFormState } from 'react-hook-form';
import { useBeforeUnload, useBlocker } from 'react-router';
import { ClearErrors } from '../../inputs/ClearErrors.tsx';
import { UnsavedTracker } from '../../inputs/UnsavedTracker.tsx';
import { QuestionDialog } from '../../parts/QuestionDialog.tsx';
import { currentSession } from '../../session/session.ts';
import { toFormErrors } from '../../views/shared/toFormErrors.ts';
import { useFailure } from '../../views/shared/useFailure.ts';

export type FormValues = Record<string, unknown>;

interface FormDialogProps {
  title: string;
  /** Initial values. Later changes of this prop are ignored. */
  record: FormValues;
  /** Returns error texts by field. */
  check: (values: FormValues) => Record<string, string>;
  /** Errors are shown at the fields that the host names, and input is kept. */
  save: (values: FormValues) => Promise<void>;
  submit: string;
  submitting: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog, full screen on phones. */
export function FormDialog({ title, record, check, save, onClose, children, ...words }: FormDialogProps) {
  const id = useId();
  const fail = useFailure();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [start] = useState(record);
  const saved = useRef(false);
  const submit = async (values: FormValues) => {
    try {
      await save(values);
    } catch (cause) {
      return toFormErrors(cause, (name) => name in start, fail);
    }
    saved.current = true;
    onClose();
    return undefined;
  };
  const resolver = async (values: FormValues) => {
    const found = Object.entries(check(values));
    const errors = Object.fromEntries(found.map(([name, message]) => [name, { type: 'manual', message }]));
    return found.length > 0 ? { values: {}, errors: errors as FieldErrors<FormValues> } : { values, errors: {} };
  };
  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth="sm" scroll="body" aria-labelledby={id}>
      <Form
        record={start}
        resolver={resolver}
        onSubmit={submit}
        reValidateMode="onSubmit"
        disableInvalidFormNotification
        noValidate
      >
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
            }}
          >
            {children}
          </Box>
        </DialogContent>
        <Buttons {...words} onClose={onClose} />
        <ClearErrors />
        <UnsavedTracker />
        <LeaveGuard saved={saved} />
      </Form>
    </Dialog>
  );
}

function Buttons({ submit, submitting, onClose }: Pick<FormDialogProps, 'submit' | 'submitting' | 'onClose'>) {
  const t = useTranslate();
  const { isSubmitting } = useFormState();
  return (
    <DialogActions>
      <Button variant="outlined" onClick={onClose} disabled={isSubmitting}>
        {t('form.cancel')}
      </Button>
      <Button type="submit" variant="contained" disabled={isSubmitting}>
        {isSubmitting ? submitting : submit}
      </Button>
    </DialogActions>
  );
}

/** Asks before a dialog with unsaved changes closes: by Cancel, Escape, Back or a link. */
function LeaveGuard({ saved }: { saved: RefObject<boolean> }) {
  const { dirtyFields } = useFormState();
  const dirty = Object.keys(dirtyFields).length > 0;
  // Without a session nothing can be saved.
  const blocker = useBlocker(() => dirty && !saved.current && currentSession() !== null);
  useBeforeUnload(
    useCallback(
      (event) => {
        if (dirty) event.preventDefault();
      },
      [dirty],
    ),
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <QuestionDialog
      question={{ title: 'form.leave', text: 'form.leaveText', confirm: 'form.leaveYes' }}
      cancel="form.stay"
      onAnswer={(leaves) => (leaves ? blocker.proceed() : blocker.reset())}
    />
  );
}
