import { z } from 'zod';

/** What stands around every reply, errors too (spec 3 and 7). `code` repeats the HTTP status; 401 ends the session. */
export interface Envelope<D = unknown> {
  status: boolean;
  message: string;
  code: number;
  data?: D;
}

/** The envelope around a call's data, for the OpenAPI page and the tests. */
export const toEnvelopeSchema = (data: z.ZodType) =>
  z.object({ status: z.boolean(), message: z.string(), code: z.number(), data: data.optional() });

/** What a refusal's `data` may hold: a message (i18n text) per field that was refused. */
export interface Refusal {
  errors?: Record<string, string>;
  /** The person has something else at that time; the call may be repeated as confirmed. Beyond spec 7. */
  overlap?: boolean;
  /** The person has to prove again who they are (reauthenticate.ts); then the call may be repeated. Beyond spec 7. */
  reauthenticate?: boolean;
  /** What is wrong with which row of an import (imports.ts). Beyond spec 7. */
  rowErrors?: { row: number; field: string; message: string; overlap?: boolean | undefined }[];
}
