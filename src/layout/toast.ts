import { closeSnackbar, enqueueSnackbar, type SnackbarKey, type VariantType } from 'notistack';

declare module 'notistack' {
  interface VariantOverrides {
    loading: true;
  }
}

/** Milliseconds a toast stays (spec 9); null: until it is closed. */
const DURATION = { default: 4000, error: 4000, success: 2000, warning: 4000, info: 4000, loading: null } as const;

/** Shows a text; the same text is not shown twice at once. Gives the key to close it with. */
function show(variant: VariantType, text: string): SnackbarKey | undefined {
  // Without <Toasts> there is nowhere to show it: notistack has no function yet.
  return enqueueSnackbar?.(text, { variant, autoHideDuration: DURATION[variant], preventDuplicate: true });
}

/**
 * Tells the person something in the top right corner. Texts come ready to read.
 * @example toast.success(translate('toasts.assigned'))
 */
export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  warning: (text: string) => show('warning', text),
  info: (text: string) => show('info', text),
  /** Stays until `toast.close(key)`. */
  loading: (text: string) => show('loading', text),
  close: (key: SnackbarKey | undefined) => {
    if (key !== undefined) closeSnackbar(key);
  },
};
