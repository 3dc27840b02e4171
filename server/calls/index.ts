import type { Handlers } from '../http/handler.ts';
import { authHandlers } from './auth.ts';

/** What each call of the wire does. */
export const handlers: Partial<Handlers> = {
  ...authHandlers,
};
