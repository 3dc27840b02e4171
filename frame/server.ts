/** What runs on the server beside a config: hooks, endpoints and changes of the data. */

export { defineHooks, type HookContext, type Hooks, type InsideContext } from './server/collections/hooks.ts';
export { defineEndpoint, type Endpoint, type EndpointInput } from './server/http/endpoints.ts';
export { notFound, Refusal, unauthorized } from './server/http/refusal.ts';
export type { Services } from './server/services.ts';
export { type ChangeContext, defineChange } from './server/shape/handWritten.ts';
