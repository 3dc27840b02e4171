import { findNearestName } from '../../config/checks/nearest.ts';
import { HttpError } from '../base/httpError.ts';

/** Rejects (400) a query parameter that is not in `known`, and suggests the nearest name. */
export function rejectUnknownParameters(query: unknown, known: readonly string[]): void {
  const name = Object.keys(query ?? {}).find((one) => !known.includes(one));
  if (name === undefined) return;
  const near = findNearestName(name, known);
  const message = near === undefined ? 'server.unknownParameter' : 'server.misspeltParameter';
  throw HttpError.forField(name, 400, message, { name, ...(near !== undefined && { near }) });
}
