import type { AnyRecord, Call, ResourceApi } from 'portal-frame';
import { normalizeContactNumber, toChangedFormFields, toFormFields } from 'portal-frame/wire';
import type { z } from 'zod';

/** Options of calls that may upload one picture. */
export const imageUpload = { files: { image: { accepts: 'image', maxFiles: 1 } } } as const;

type FormCall = Call & { body: z.ZodObject };
type WireValues = (values: Record<string, unknown>) => Record<string, unknown>;

/** Binds the forms that add and change a person. `convert` returns values whose name or format differs on the wire. */
export const bindPersonForms = (
  add: FormCall,
  change: FormCall,
  read: (value: unknown) => AnyRecord,
  convert: WireValues = () => ({}),
): ResourceApi => {
  const bind = (call: FormCall, toFields: typeof toFormFields) => ({
    call,
    body: ({ values }: { values: Record<string, unknown> }) => ({
      ...toFields(Object.keys(call.body.shape), normalizeContactNumber(values)),
      ...convert(values),
    }),
  });
  return {
    create: { admin: bind(add, toFormFields) },
    edit: { admin: { ...bind(change, toChangedFormFields), read } },
  };
};
