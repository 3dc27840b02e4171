import type { Refusal as WireRefusal } from '../../wire/envelope.ts';

/** What a refusal says beyond its code and message. Texts are i18n keys, as validation rules have them. */
export interface HttpErrorDetails {
  /** Further sentences after the message, each an i18n key with its arguments. */
  moreMessages?: readonly { message: string; args?: Record<string, string | number> }[];
  /** Fills the message's %{...}. */
  args?: Record<string, string | number>;
  /** A message per refused field; with `args` too. */
  errors?: Record<string, string>;
  /** What the reply's `data` says besides. */
  data?: Omit<WireRefusal, 'errors'>;
  /** Seconds after which to try again. */
  retryAfter?: number;
  /** The id of the record it is about, for the audit trail alone. */
  recordId?: string;
}

/** A request that is refused: thrown anywhere, answered as an envelope with this HTTP code. */
export class HttpError extends Error {
  readonly status: number;
  readonly details: HttpErrorDetails;

  /** `message` is an i18n key. */
  constructor(code: number, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.status = code;
    this.details = details;
  }

  /** Refused because of one field: the same message in the envelope and at the field. */
  static forField(field: string, code: number, message: string, args?: HttpErrorDetails['args']): HttpError {
    return new HttpError(code, message, { ...(args && { args }), errors: { [field]: message } });
  }
}

/** What isn't theirs does not exist for them. */
export const notFound = () => new HttpError(404, 'server.notFound');
/** Ends the session in the portal: no token, a bad one, or one that no longer counts. */
export const unauthorized = () => new HttpError(401, 'server.unauthorized');
