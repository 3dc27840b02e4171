/** Returns an input's error, or ''. react-admin wraps messages of `validate` as { message }; the host's are text. */
export function getErrorText(error: { message?: unknown } | undefined): string {
  const message = error?.message;
  return typeof message === 'string' ? message : message ? getErrorText(message) : '';
}
