/**
 * The text of an input's fault, or '' where there is none: react-admin keeps what a form's `validate` gives as
 * { message } and what the host refused as bare text.
 */
export function faultText(fault: { message?: unknown } | undefined): string {
  const message = fault?.message;
  return typeof message === 'string' ? message : message ? faultText(message) : '';
}
