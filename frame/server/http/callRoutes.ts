import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { findNearestName } from '../../config/checks/nearestName.ts';
import { API_ROOT, type Call, type ResolvedCall, type Role } from '../../wire/call.ts';
import { createRequestActivity } from '../activity/requestActivity.ts';
import { discardUploads, receiveForm } from '../files/receiveForm.ts';
import type { Services } from '../services.ts';
import { authenticate, requireReauthentication } from './authenticate.ts';
import type { Account, CallInput, ResolvedServedCall } from './callHandler.ts';
import { toIdempotentConfig } from './programs/idempotency.ts';
import { sendData } from './replies.ts';
import { toRouteSchema } from './routeSchemas.ts';
import { rejectUndeclaredFields, rejectUnknownParameters } from './unknownNames.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null on public calls. */
    account: Account | null;
  }
}

const NO_FIELDS = z.object({});

/** Converts `{id}` to Fastify's `:id`. */
export const toRoutePath = ({ path }: Pick<Call, 'path'>) => API_ROOT + path.replace(/\{(\w+)\}/g, ':$1');

export function registerCalls(app: FastifyInstance, calls: readonly ResolvedServedCall[], services: Services): void {
  app.decorateRequest('account', null);
  app.decorateRequest('uploads');
  app.decorateRequest('writtenFiles');
  for (const one of calls) registerCall(app, one, services);
}

/** Throws an Error if a call names roles of its own, and none of them is a role of the app: nobody could make it. */
function requireKnownRole({ method, path, roles }: ResolvedCall, names: readonly Role[]): void {
  if (roles === 'public' || roles.length === 0 || roles.some((role) => names.includes(role))) return;
  const near = findNearestName(String(roles[0]), names);
  throw new Error(
    `${method} ${path}: found "${roles.join(', ')}", expected a role (${names.join(', ')}).${near ? ` Did you mean "${near}"?` : ''}`,
  );
}

/** Registers a route that checks token, role and input, stores uploads and runs the handler. */
export function registerCall(
  app: FastifyInstance,
  { name, call, activity, handle }: ResolvedServedCall,
  services: Services,
): void {
  requireKnownRole(call, services.app.roles.names);
  const { method, roles, files } = call;
  const access = { method, activity, personal: call.personal };
  app.route({
    method,
    url: toRoutePath(call),
    schema: toRouteSchema(name, call),
    config: { call, audience: { roles, access }, ...toIdempotentConfig(activity, call.personal) },
    onRequest: async (request) => {
      if (roles === 'public') return;
      request.account = await authenticate(request, roles, services, {
        acceptIdle: call.allowIdleSession,
        access,
      });
      // Clients of spec 7 know no call that proves who they are.
      if (services.config.specCallsWithoutProof && !call.feature) request.account.reauthenticatedAt = Date.now();
      if (call.reauthenticate === 'always') requireReauthentication(request.account);
    },
    preValidation: async (request) => {
      rejectUnknownParameters(request.query, Object.keys(call.query?.shape ?? {}));
      if (files) await receiveForm(request, files, services);
      if (!call.ignoresUnknownFields) rejectUndeclaredFields(call.body ?? NO_FIELDS, request.body);
    },
    onError: async (request, _reply, error) => {
      createRequestActivity(services, request, activity).recordRefusal(error, { isPublic: roles === 'public' });
      await discardUploads(request, error, services);
    },
    handler: async (request, reply) => {
      const { query, body, params, account, uploads } = request;
      for (const [field, list] of Object.entries(uploads ?? {}))
        if (files?.[field]?.accepts !== 'table') for (const { path } of list) await services.files.moveToStorage(path);
      const { note, noteDryRun, recordSuccess } = createRequestActivity(services, request, activity);
      const input = {
        query,
        body,
        params,
        account,
        files: uploads,
        request,
        note,
        noteDryRun,
      } as unknown as CallInput<Call>;
      const { data, message, args, shownIds } = await handle(input, services);
      await recordSuccess(data, { ids: shownIds });
      return sendData(request, reply, data, message, args);
    },
  });
}
