/** Milliseconds by kind (spec 9); null until closed. */
const TOAST_DURATIONS = { error: 4000, success: 2000, warning: 4000, info: 4000, loading: null } as const;
/** Milliseconds of a toast with a button, long enough to reach it. */
const ACTION_TOAST_DURATION = 10_000;

export type ToastKind = keyof typeof TOAST_DURATIONS;

/** Button in a toast. */
export interface ToastAction {
  label: string;
  run: () => void;
}

/** Request to show or remove a toast. The text is its key; empty: all warnings with a button. */
export interface ToastOrder {
  text: string;
  show?: { kind: ToastKind; duration: number | null; action?: ToastAction | undefined; link?: ToastAction | undefined };
}

const waiting: ToastOrder[] = [];
let stack: ((order: ToastOrder) => void) | undefined;
let onNeeded: (() => void) | undefined;

function send(order: ToastOrder): string {
  if (stack) stack(order);
  else {
    waiting.push(order);
    onNeeded?.();
  }
  return order.text;
}
const show = (kind: ToastKind) => (text: string, action?: ToastAction, link?: ToastAction) =>
  send({
    text,
    show: { kind, duration: action || link ? ACTION_TOAST_DURATION : TOAST_DURATIONS[kind], action, link },
  });

/**
 * Shows toasts in the top right corner. Texts are already translated; the same text appears once. Ctrl+Z presses the
 * `action`; `link` leads elsewhere. Returns the key for `close`.
 * @example toast.success(translate('toasts.assigned'))
 */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
  /** Stays until `toast.close(key)`. */
  loading: show('loading'),
  close: (key: string) => void send({ text: key }),
  /** Closes the warnings with a button, such as those about a change that is undone. */
  closeWarnings: () => void send({ text: '' }),
};

/** Calls back on the first toast, or on `preloadToasts`. */
export function onToastsNeeded(listener: () => void): void {
  onNeeded = listener;
  if (waiting.length > 0) listener();
}

/** Loads the toast stack early, so that a lost connection can be reported. */
export const preloadToasts = (): void => onNeeded?.();

/** Registers the toast stack and delivers waiting orders. Returns a function that unregisters it. */
export function onToastOrder(receive: (order: ToastOrder) => void): () => void {
  stack = receive;
  for (const order of waiting.splice(0)) receive(order);
  return () => {
    stack = undefined;
  };
}
