import type { FastifyInstance } from 'fastify';
import { HttpError } from '../base/httpError.ts';

/** True if a value contains NUL at any depth. Iterative, since unvalidated input may be too deep for the stack. */
function hasNul(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'string' && one.includes('\0')) return true;
    if (one !== null && typeof one === 'object') for (const part of Object.values(one)) open.push(part);
  }
  return false;
}

/** Rejects (400) requests with a NUL character: PostgreSQL cannot store it, and nobody types one. */
export function rejectNulCharacters(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ params, query, body }) => {
    for (const part of [params, query, body])
      for (const [field, value] of Object.entries(part ?? {}))
        if (hasNul(value)) throw HttpError.forField(field, 400, 'validation.invalid');
  });
}
