import './toastStyles.ts';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Close from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/ErrorOutlineOutlined';
import Info from '@mui/icons-material/InfoOutlined';
import { Box, Button, CircularProgress, IconButton } from '@mui/material';
import { type CustomContentProps, closeSnackbar, enqueueSnackbar, SnackbarProvider } from 'notistack';
import { type ReactNode, type Ref, useEffect, useState } from 'react';
import { translate } from '../i18n/provider.ts';
import { onToastOrder, type ToastAction, type ToastKind, type ToastOrder, toast } from '../notify/toast.ts';
import { PortalTheme } from '../theme/PortalTheme.tsx';

declare module 'notistack' {
  interface VariantOverrides {
    loading: true;
  }
}

const MAX_TOASTS = 20;

const icons: Record<ToastKind, ReactNode> = {
  info: <Info color="info" />,
  success: <CheckCircle color="success" />,
  error: <ErrorIcon color="error" />,
  warning: <ErrorIcon color="warning" />,
  loading: <CircularProgress size={20} />,
};

interface ToastProps extends Omit<CustomContentProps, 'variant' | 'action'> {
  variant: ToastKind;
  action?: ToastAction;
  link?: ToastAction;
  ref?: Ref<HTMLDivElement>;
}

function Toast({ id, message, variant, action, link, ref }: ToastProps) {
  const act = action && (() => runActionOnce(String(id)));
  return (
    <Box
      ref={ref}
      role={variant === 'error' || variant === 'warning' ? 'alert' : 'status'}
      sx={{
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1.25,
        // The sign-in screen has no global box-sizing.
        boxSizing: 'border-box',
        width: { xs: 1, sm: 360 },
        p: 1.25,
        border: 1,
        borderColor: 'divider',
        borderRadius: 2,
        bgcolor: 'background.paper',
        color: 'text.primary',
        typography: 'body1',
        boxShadow: '0 8px 24px rgba(10, 18, 16, 0.16)',
      }}
    >
      <Box sx={{ display: 'flex', p: 0.25 }}>{icons[variant]}</Box>
      <Box sx={{ flex: 1, py: 0.25, overflowWrap: 'anywhere' }}>{message}</Box>
      {link && (
        <Button
          size="small"
          onClick={() => {
            toast.close(String(id));
            link.run();
          }}
          sx={{ my: -0.25 }}
        >
          {link.label}
        </Button>
      )}
      {action && (
        <Button size="small" onClick={act} aria-keyshortcuts="Control+Z" sx={{ my: -0.25 }}>
          {action.label}
        </Button>
      )}
      <IconButton
        size="small"
        aria-label={translate('form.close')}
        onClick={() => toast.close(String(id))}
        sx={{ m: -0.5 }}
      >
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}

/** Visible toasts with a button by key, newest last. */
const visible = new Map<string, { variant: ToastKind; action: ToastAction | undefined }>();
/** Runs a toast's action and closes the toast. A second click or Ctrl+Z does nothing. */
function runActionOnce(key: string): void {
  const pressed = visible.get(key);
  visible.delete(key);
  toast.close(key);
  pressed?.action?.run();
}

/** Ctrl+Z runs the action of the newest toast, unless an input has the focus. */
function onUndoKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  const [last] = [...visible].findLast(([, { action }]) => action) ?? [];
  if (last === undefined || key.toLowerCase() !== 'z' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
  if (target instanceof Element && target.closest('input, textarea, [contenteditable=true]')) return;
  event.preventDefault();
  runActionOnce(last);
}

let shownCount = 0;
/** Shows a toast, but not a second one of the same text. Toasts with a button always show. */
function showToast(text: string, { kind: variant, duration, action, link }: NonNullable<ToastOrder['show']>): void {
  const hasButton = action !== undefined || link !== undefined;
  const key = hasButton ? `${text} ${++shownCount}` : text;
  if (hasButton) visible.set(key, { variant, action });
  // notistack skips a visible toast with the same key.
  const look = { key, preventDuplicate: true, variant, autoHideDuration: duration };
  enqueueSnackbar(text, { ...look, onClose: () => void visible.delete(key), action, link } as typeof look);
}

const toastComponents = Object.fromEntries(Object.keys(icons).map((variant) => [variant, Toast]));

/** Creates a container in the body. Removes the `aria-hidden` that dialogs set: toasts must be heard. */
function useToastContainer(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    document.body.append(place);
    const observer = new MutationObserver(() => {
      if (place.ariaHidden) place.removeAttribute('aria-hidden');
    });
    observer.observe(place, { attributeFilter: ['aria-hidden'] });
    return () => {
      observer.disconnect();
      place.remove();
    };
  }, [place]);
  return place;
}

/** Shows toasts at the top right, at most 20 (spec 9). */
export default function ToastStack() {
  const place = useToastContainer();
  useEffect(
    () =>
      onToastOrder(({ text, show: order }) => {
        if (order) showToast(text, order);
        else if (text) closeSnackbar(text);
        else for (const [key, { variant }] of visible) if (variant === 'warning') closeSnackbar(key);
      }),
    [],
  );
  useEffect(() => {
    addEventListener('keydown', onUndoKey);
    return () => removeEventListener('keydown', onUndoKey);
  }, []);
  return (
    <PortalTheme>
      <SnackbarProvider
        domRoot={place}
        classes={{ containerRoot: 'toasts' }}
        maxSnack={MAX_TOASTS}
        anchorOrigin={{ vertical: 'top', horizontal: 'right' }}
        transitionDuration={{ enter: 160, exit: 120 }}
        Components={toastComponents}
      />
    </PortalTheme>
  );
}
