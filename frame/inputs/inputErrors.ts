/**
 * Returns an input's error as text, or ''. react-admin wraps messages of `validate` as { message }; host errors are
 * plain text.
 */
export function getErrorText(error: { message?: unknown } | undefined): string {
  const message = error?.message;
  return typeof message === 'string' ? message : message ? getErrorText(message) : '';
}
