/** Milliseconds a toast stays, by its kind (spec 9); null: until it is closed. */
const DURATION = { error: 4000, success: 2000, warning: 4000, info: 4000, loading: null } as const;
export type ToastKind = keyof typeof DURATION;

/** What a toast offers to do: a button, and until it is gone Ctrl+Z as well. */
export interface ToastAction {
  label: string;
  run: () => void;
}
/** Milliseconds that a toast stays which offers something: time to read it and to reach its button. */
const ACTION_DURATION = 10_000;

/** What the stack of toasts is asked to do: show a text, or take it away. The text is its key. */
export interface ToastOrder {
  text: string;
  show?: { kind: ToastKind; duration: number | null; action?: ToastAction };
}

const waiting: ToastOrder[] = [];
let stack: ((order: ToastOrder) => void) | undefined;
let ring: (() => void) | undefined;

function send(order: ToastOrder): string {
  if (stack) stack(order);
  else {
    waiting.push(order);
    ring?.();
  }
  return order.text;
}
const show = (kind: ToastKind) => (text: string, action?: ToastAction) =>
  send({ text, show: action ? { kind, duration: ACTION_DURATION, action } : { kind, duration: DURATION[kind] } });

/**
 * Notifies the person in the top right corner. Texts come ready to read; the same text is not shown twice at
 * once. Each gives the key to close it with.
 * @example toast.success(translate('toasts.assigned'))
 */
export const toast = {
  success: show('success'),
  error: show('error'),
  warning: show('warning'),
  info: show('info'),
  /** Stays until `toast.close(key)`. */
  loading: show('loading'),
  close: (key: string) => {
    send({ text: key });
  },
};

/** Calls back when the stack is needed for the first time: by a toast, or by `wakeToasts`. */
export function onToastsNeeded(listener: () => void): void {
  ring = listener;
  if (waiting.length > 0) listener();
}

/** Fetches the stack before there is anything to say, so that a lost connection can be reported as well. */
export const preloadToasts = (): void => ring?.();

/** For the stack: takes what was said so far, and everything from now on, until the given function is called. */
export function onToastOrder(receive: (order: ToastOrder) => void): () => void {
  stack = receive;
  for (const order of waiting.splice(0)) receive(order);
  return () => {
    stack = undefined;
  };
}
