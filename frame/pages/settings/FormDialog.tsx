import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Form, useTranslate } from 'ra-core';
import { type ReactNode, useId, useRef, useState } from 'react';
import { type FieldErrors, useFormState } from 'react-hook-form';
import { RequestError } from '../../dataProvider/request.ts';
import { ClearErrors } from '../../inputs/ClearErrors.tsx';
import { UnsavedTracker } from '../../inputs/UnsavedTracker.tsx';
import { useFailure } from '../../views/shared/useFailure.ts';
import { LeaveGuard } from './LeaveGuard.tsx';

export type FormValues = Record<string, unknown>;

interface FormDialogProps {
  title: string;
  /** What the form starts with; later changes do not touch what was typed. */
  record: FormValues;
  /** The text of what is wrong, per field. */
  check: (values: FormValues) => Record<string, string>;
  /** Saves; what it throws is shown, at the fields where the host names them, and nothing that was typed is lost. */
  save: (values: FormValues) => Promise<void>;
  /** The words on the button, and on it while saving. */
  submit: string;
  submitting: string;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a popup, over the full screen on phones: Cancel and save, and what is wrong at its field. */
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
      const errors = cause instanceof RequestError ? cause.errors : {};
      // What stands at its field is not shown twice.
      const isShown = Object.entries(errors).some(
        ([name, text]) => name in start && cause instanceof Error && text === cause.message,
      );
      if (!isShown) fail(cause);
      // An error of the whole form where no field has one: otherwise the form would take itself for saved.
      return Object.keys(errors).length > 0 ? errors : { root: String(cause) };
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
