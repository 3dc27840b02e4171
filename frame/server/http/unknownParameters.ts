import { findNearestName } from '../../config/nearest.ts';
import { HttpError } from '../base/httpError.ts';

/** Refuses (400) a query with a parameter that is not among `known`, and names the nearest one. */
export function rejectUnknownParameters(query: unknown, known: readonly string[]): void {
  const name = Object.keys(query ?? {}).find((one) => !known.includes(one));
  if (name === undefined) return;
  const near = findNearestName(name, known);
  const message = near === undefined ? 'server.unknownParameter' : 'server.misspeltParameter';
  throw HttpError.forField(name, 400, message, { name, ...(near !== undefined && { near }) });
}
