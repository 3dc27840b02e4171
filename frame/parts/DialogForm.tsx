import { Dialog, DialogActions, DialogContent, type DialogProps, DialogTitle } from '@mui/material';
import { type FormEvent, type ReactNode, useId } from 'react';

interface DialogFormProps extends Omit<DialogProps, 'open' | 'title' | 'onSubmit'> {
  title: string;
  actions: ReactNode;
  onSubmit: (event: FormEvent) => void;
  /** Leaves validation to `onSubmit`, and keeps browsers from storing what is typed. */
  unassisted?: boolean;
}

/** A small dialog around a form. Submits bubble neither to the browser nor, through React's portal, to an outer form. */
export function DialogForm({ title, actions, onSubmit, unassisted, children, ...dialog }: DialogFormProps) {
  const id = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit(event);
  };
  return (
    <Dialog open fullWidth maxWidth="xs" aria-labelledby={id} {...dialog}>
      <form
        onSubmit={submit}
        {...(unassisted && { noValidate: true, autoComplete: 'off' })}
        style={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>{children}</DialogContent>
        <DialogActions>{actions}</DialogActions>
      </form>
    </Dialog>
  );
}
