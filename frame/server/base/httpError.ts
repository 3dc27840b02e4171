import type { Label } from '../../i18n/translateMessage.ts';
import type { Refusal as WireRefusal } from '../../wire/envelope.ts';

/** Values for the %{...} in a message. A label is translated. */
export type MessageArgs = Record<string, string | number | { label: Label }>;

/** An i18n key with its arguments. */
export interface Sentence {
  message: string;
  args?: MessageArgs;
}

/** Details of an HttpError. Texts are i18n keys, as in validation rules. */
export interface HttpErrorDetails {
  /** Sentences after the message: i18n keys with their arguments. */
  moreMessages?: readonly Sentence[];
  /** Values for the %{...} in the messages. */
  args?: MessageArgs;
  /** Messages by field, with arguments of their own if those of the error do not apply. */
  errors?: Record<string, string | Sentence>;
  /** Further members of the reply's `data`. */
  data?: Omit<WireRefusal, 'errors'>;
  /** Seconds for the Retry-After header. */
  retryAfter?: number;
  /** Index of the record that `createMany` was refused for, for code. */
  index?: number;
  /** Id of the record, for the activity log only. */
  recordId?: string;
}

/** An error that the server answers with this HTTP status and an envelope. */
export class HttpError extends Error {
  readonly status: number;
  readonly details: HttpErrorDetails;

  constructor(code: number, message: string, details: HttpErrorDetails = {}) {
    super(message);
    this.status = code;
    this.details = details;
  }

  /** Creates an error of one field: the same message in the envelope and at the field. */
  static forField(field: string, code: number, message: string, args?: HttpErrorDetails['args']): HttpError {
    return new HttpError(code, message, { ...(args && { args }), errors: { [field]: message } });
  }
}

/** Also used for records that the caller may not see, so that the reply does not reveal them. */
export const notFound = () => new HttpError(404, 'server.notFound');
/** A limit was exceeded. The request works again after `seconds`. */
export const tooManyRequests = (seconds: number) =>
  new HttpError(429, 'server.tooMany', { args: { seconds }, retryAfter: seconds });
/** The client may repeat the request, as the portal does. */
export const busy = () => new HttpError(503, 'server.busy', { retryAfter: 2 });
/** Makes the portal end the session: the token is missing or invalid, or its session has ended. */
export const unauthorized = () => new HttpError(401, 'server.unauthorized');
