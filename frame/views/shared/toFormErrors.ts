import { RequestError } from '../../dataProvider/request.ts';

/** Converts a save's error to form errors. Calls `fail`, which shows a toast, unless a field shows the same text. */
export function toFormErrors(
  cause: unknown,
  hasField: (name: string) => boolean,
  fail: (cause: unknown) => void,
): Record<string, string> {
  const errors = cause instanceof RequestError ? cause.errors : {};
  const isShown = Object.entries(errors).some(
    ([name, text]) => hasField(name) && cause instanceof Error && text === cause.message,
  );
  if (!isShown) fail(cause);
  // Without a field error, `root` keeps react-hook-form from treating the form as saved.
  return Object.keys(errors).length > 0 ? errors : { root: String(cause) };
}
