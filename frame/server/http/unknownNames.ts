import { z } from 'zod';
import { findNearestName } from '../../config/checks/nearestName.ts';
import { HttpError } from '../base/httpError.ts';
import { unwrapSchema } from './lengthLimits.ts';

const MAX_SHOWN_LENGTH = 100;

function refuseField(path: readonly string[], suggested: readonly string[]): never {
  const name = (path.at(-1) ?? '').slice(0, MAX_SHOWN_LENGTH);
  const near = findNearestName(name, suggested);
  const message = near === undefined ? 'server.unknownField' : 'server.misspeltField';
  throw HttpError.forField([...path.slice(0, -1), name].join('.'), 400, message, { name, ...(near && { near }) });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Rejects (400) a field that is not in `known`, and suggests the nearest name of `suggested`. */
export function rejectUnknownFields(sent: unknown, known: readonly string[], suggested = known): void {
  const name = isObject(sent) ? Object.keys(sent).find((one) => !known.includes(one)) : undefined;
  if (name !== undefined) refuseField([name], suggested);
}

/** Rejects (400) a field that the schema of a body does not have, at any depth. Unions and loose objects may have any field. */
export function rejectUndeclaredFields(schema: z.core.$ZodType, sent: unknown, path: readonly string[] = []): void {
  const first = unwrapSchema(schema);
  if (first instanceof z.ZodArray && Array.isArray(sent))
    for (const [index, one] of sent.entries()) rejectUndeclaredFields(first.element, one, [...path, String(index)]);
  if (!(first instanceof z.ZodObject) || !isObject(sent)) return;
  const { shape } = first;
  for (const [name, value] of Object.entries(sent)) {
    const part = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (part) rejectUndeclaredFields(part, value, [...path, name]);
    else if (!first.def.catchall) refuseField([...path, name], Object.keys(shape));
  }
}

/** Rejects (400) a query parameter that is not in `known`, and suggests the nearest name. */
export function rejectUnknownParameters(query: unknown, known: readonly string[]): void {
  const name = Object.keys(query ?? {}).find((one) => !known.includes(one));
  if (name === undefined) return;
  const near = findNearestName(name, known);
  const message = near === undefined ? 'server.unknownParameter' : 'server.misspeltParameter';
  throw HttpError.forField(name, 400, message, { name, ...(near !== undefined && { near }) });
}
