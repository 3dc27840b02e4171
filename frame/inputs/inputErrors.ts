/**
 * The text of an input's error, or '' where there is none: react-admin keeps what a form's `validate` gives as
 * { message } and what the host refused as bare text.
 */
export function getErrorText(error: { message?: unknown } | undefined): string {
  const message = error?.message;
  return typeof message === 'string' ? message : message ? getErrorText(message) : '';
}
