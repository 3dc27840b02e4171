import {
  Dialog,
  DialogActions,
  DialogContent,
  type DialogProps,
  DialogTitle,
  type Theme,
  useMediaQuery,
} from '@mui/material';
import { type ReactNode, useId } from 'react';

interface ContentDialogProps extends Pick<DialogProps, 'maxWidth'> {
  title: string;
  actions: ReactNode;
  /** Without it, only an action closes the dialog. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** A dialog with a title, content below one another and actions, full screen on phones. */
export function ContentDialog({ title, actions, onClose, maxWidth = 'sm', children }: ContentDialogProps) {
  const id = useId();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return (
    <Dialog open onClose={onClose} fullScreen={phone} fullWidth maxWidth={maxWidth} aria-labelledby={id}>
      <DialogTitle id={id} sx={{ overflowWrap: 'anywhere' }}>
        {title}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start', gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {children}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>{actions}</DialogActions>
    </Dialog>
  );
}
