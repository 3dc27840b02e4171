import type { FastifyInstance } from 'fastify';
import { HttpError } from '../base/httpError.ts';

/** Without recursion: what nobody declared may be nested deeper than a stack goes. */
function holdsNul(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one === 'string' && one.includes('\0')) return true;
    if (one !== null && typeof one === 'object') for (const part of Object.values(one)) open.push(part);
  }
  return false;
}

/** Refuses (400) texts with a NUL character in any request: PostgreSQL cannot keep them, and nobody types one. */
export function rejectNulCharacters(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ params, query, body }) => {
    for (const part of [params, query, body])
      for (const [field, value] of Object.entries(part ?? {}))
        if (holdsNul(value)) throw HttpError.forField(field, 400, 'validation.invalid');
  });
}
