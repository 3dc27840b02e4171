import type { FastifyInstance } from 'fastify';
import { type CallName, calls } from '../../../src/wire/index.ts';
import { API_ROOT, type Call } from '../../wire/call.ts';
import { audited } from '../audit/audited.ts';
import { callDeeds, type Deed } from '../audit/deeds.ts';
import { discardWritten, receiveForm } from '../files/receive.ts';
import type { Services } from '../services.ts';
import { authenticate, requireReauthentication } from './authenticate.ts';
import type { Account, Handlers, Input, Result } from './handler.ts';
import { schemaOf } from './openapi.ts';
import { sendData } from './replies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; null on public calls. */
    account: Account | null;
  }
}

/** The call's path as Fastify writes it: {id} becomes :id. */
const routeOf = ({ path }: Call) => API_ROOT + path.replace(/\{(\w+)\}/g, ':$1');

/** Registers a route for every call of the wire. */
export function registerCalls(app: FastifyInstance, handlers: Partial<Handlers>, services: Services): void {
  app.decorateRequest('account', null);
  app.decorateRequest('uploads');
  app.decorateRequest('written');
  for (const name of Object.keys(calls) as CallName[]) {
    const handler = handlers[name];
    if (!handler) continue;
    const [deed, resource] = callDeeds[name] ?? [];
    const does = deed && resource ? { deed, resource } : null;
    registerCall(app, { name, call: calls[name], does, handle: handler as AnyHandler }, services);
  }
}

/** A handler whatever its call: what it is given was checked against the call's declaration. */
export type AnyHandler = (input: Input<CallName>, services: Services) => Promise<Result<CallName>>;

/** A call with what does it. */
export interface Served {
  name: string;
  call: Call;
  /** What it leaves in the audit trail; null for nothing. */
  does: Deed | null;
  handle: AnyHandler;
}

/** Checks the token, receives and checks what is sent, and hands it to the call's handler. */
export function registerCall(app: FastifyInstance, { name, call, does, handle }: Served, services: Services): void {
  const { method, roles, files } = call;
  app.route({
    method,
    url: routeOf(call),
    schema: schemaOf(name, call),
    config: { call },
    onRequest: async (request) => {
      if (roles === 'public') return;
      request.account = await authenticate(request, roles, services, call.late);
      if (call.reauthenticate === 'always') requireReauthentication(request.account);
    },
    preValidation: async (request) => {
      if (files) await receiveForm(request, files, services);
    },
    onError: async (request, _reply, error) => {
      audited(services, request, does).refused(error, roles === 'public');
      await discardWritten(request, error, services);
    },
    handler: async (request, reply) => {
      const { query, body, params, account, uploads } = request;
      for (const [field, list] of Object.entries(uploads ?? {}))
        if (files?.[field]?.accepts !== 'table') for (const { path } of list) await services.files.keep(path);
      const { note, tried, done } = audited(services, request, does);
      const input = {
        query,
        body,
        params,
        account,
        files: uploads,
        request,
        note,
        tried,
      } as unknown as Input<CallName>;
      const { data, message, args, given } = await handle(input, services);
      await done(data, { ids: given });
      return sendData(request, reply, data, message, args);
    },
  });
}
