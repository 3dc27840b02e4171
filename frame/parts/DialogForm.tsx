import {
  Button,
  type ButtonProps,
  Dialog,
  DialogActions,
  DialogContent,
  type DialogProps,
  DialogTitle,
} from '@mui/material';
import { type FormEvent, useId } from 'react';
import { translate } from '../i18n/provider.ts';

interface DialogFormProps extends Omit<DialogProps, 'open' | 'title' | 'onClose' | 'onSubmit'> {
  title: string;
  /** Text of the button that submits. Without it, the form can only be cancelled. */
  submit: string | undefined;
  submitProps?: Pick<ButtonProps, 'loading' | 'autoFocus'>;
  onCancel: () => void;
  onSubmit: (event: FormEvent) => void;
  /** A click outside does not cancel. */
  persistent?: boolean;
  /** In px. */
  buttonHeight?: number;
  /** Leaves validation to `onSubmit`, and keeps browsers from storing what is typed. */
  unassisted?: boolean;
}

/** A small dialog around a form. Submits bubble neither to the browser nor, through React's portal, to an outer form. */
export function DialogForm({ title, onCancel, onSubmit, persistent, unassisted, children, ...props }: DialogFormProps) {
  const { submit, submitProps, buttonHeight, ...dialog } = props;
  const id = useId();
  const onFormSubmit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit(event);
  };
  return (
    <Dialog
      open
      fullWidth
      maxWidth="xs"
      aria-labelledby={id}
      onClose={(_event, reason) => (!persistent || reason === 'escapeKeyDown') && onCancel()}
      {...dialog}
    >
      <form
        onSubmit={onFormSubmit}
        {...(unassisted && { noValidate: true, autoComplete: 'off' })}
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>{children}</DialogContent>
        <DialogActions sx={{ '& .MuiButton-root': { minHeight: buttonHeight } }}>
          <Button variant="outlined" onClick={onCancel}>
            {translate('form.cancel')}
          </Button>
          {submit && (
            <Button type="submit" variant="contained" loadingPosition="start" {...submitProps}>
              {submit}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
