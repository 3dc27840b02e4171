import { nearest } from '../../config/nearest.ts';
import { Refusal } from '../base/refusal.ts';

/** Refuses (400) a query with a parameter that is not among `known`, and names the nearest one. */
export function refuseUnknown(query: unknown, known: readonly string[]): void {
  const name = Object.keys(query ?? {}).find((one) => !known.includes(one));
  if (name === undefined) return;
  const near = nearest(name, known);
  const message = near === undefined ? 'server.unknownParameter' : 'server.misspeltParameter';
  throw Refusal.at(name, 400, message, { name, ...(near !== undefined && { near }) });
}
