import type { Call } from '../wire/call.ts';
import { parseJson } from '../wire/wireValues.ts';

export interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  signal?: AbortSignal;
}

/** Appends a value. File lists repeat the name; other lists and objects use brackets (spec 7). */
function append(form: FormData, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (value instanceof Blob) form.append(name, value);
  else if (Array.isArray(value)) {
    for (const [index, one] of value.entries())
      append(form, one instanceof Blob ? name : `${name}[${index}]`, one ?? '');
  } else if (typeof value === 'object') {
    for (const [key, one] of Object.entries(value)) append(form, `${name}[${key}]`, one);
  } else form.append(name, String(value));
}

/** Builds the body of a call: multipart if it has files, else JSON. */
export function buildRequestBody(call: Call, body: Record<string, unknown> | undefined): FormData | string | undefined {
  if (call.files) {
    const form = new FormData();
    for (const [name, value] of Object.entries(body ?? {})) append(form, name, value);
    return form;
  }
  return body && JSON.stringify(body);
}

export const readJson = async (reply: Response): Promise<unknown> => parseJson(await reply.text());
