import { z } from 'zod';

/** Wraps every reply, errors included (spec 3 and 7). `code` repeats the HTTP status; 401 ends the session. */
export interface Envelope<D = unknown> {
  status: boolean;
  message: string;
  code: number;
  data?: D;
}

/** Returns the schema of an envelope, for the OpenAPI page and tests. */
export const toEnvelopeSchema = (data: z.ZodType) =>
  z.object({ status: z.boolean(), message: z.string(), code: z.number(), data: data.optional() });

/** An error in a row of an import. */
export const rowError = z.object({
  /** Row in a spreadsheet; the headings are row 1. */
  row: z.number(),
  /** Field name; '' for the entire row. */
  field: z.string(),
  message: z.string(),
  /** A question, such as a double booking, which can be confirmed. */
  overlap: z.boolean().optional(),
});
export type RowError = z.infer<typeof rowError>;

/** `data` of a refusal: messages (i18n texts) by field. */
export interface Refusal {
  errors?: Record<string, string>;
  /** A question, such as an overlap; the call may be repeated as confirmed. Beyond spec 7. */
  overlap?: boolean;
  /** A question of a hook; the call may be repeated with this field of the record set. Beyond spec 7. */
  confirm?: string;
  /** The host keeps a reason with the confirmation. Beyond spec 7. */
  reason?: boolean;
  /** The person must reauthenticate, then the call may be repeated. Beyond spec 7. */
  reauthenticate?: boolean;
  /** Errors by row of an import. Beyond spec 7. */
  rowErrors?: RowError[];
}
