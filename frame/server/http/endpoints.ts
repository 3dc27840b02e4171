import { basename } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { ConfigError } from '../../config/configError.ts';
import { type Call, resolveCall } from '../../wire/call.ts';
import type { Roles } from '../../wire/roles.ts';
import type { Activity } from '../activity/activityLog.ts';
import { importDefaults } from '../base/importDefault.ts';
import type { ServerParts } from '../parts.ts';
import type { Services } from '../services.ts';
import type { AnyHandler, CallInput } from './callHandler.ts';
import { registerCall, toRoutePath } from './callRoutes.ts';

/** The validated input of an endpoint. */
export type EndpointInput<C extends Call> = Omit<CallInput<C>, 'params' | 'noteDryRun'> & {
  params: Readonly<Record<string, string>>;
};

/** An app's own call, declared in server/endpoints/{name}.ts. */
export interface Endpoint<C extends Call = Call> {
  call: C;
  /** The activity that entries name; by default a read or change of the file's name. Null for figures, which show no record. */
  activity?: Activity | null;
  handle(input: EndpointInput<C>, services: Services): Promise<{ data: z.input<C['data']> }>;
}

/**
 * Declares an endpoint of the app.
 * @example export default defineEndpoint({ call: call({ method: 'GET', path: '/stock/low', ... }), handle: async () =>
 * ({ data: [] }) });
 */
export const defineEndpoint = <const C extends Call>(endpoint: Endpoint<C>): Endpoint<C> => endpoint;

export type AnyEndpoint = Omit<Endpoint, 'handle'> & { handle: unknown };

const KEYS = ['call', 'activity', 'handle'];

function findEndpointErrors(file: string, found: unknown, { names }: Roles): string[] {
  const { call, handle } = (found ?? {}) as Partial<AnyEndpoint>;
  if (!call || typeof handle !== 'function')
    return [`${file}: found no default export with call and handle, expected export default defineEndpoint({ ... }).`];
  const unknown = Object.keys(found as object).filter((key) => !KEYS.includes(key));
  const errors = unknown.map((key) => `${file}: found the key "${key}", expected only ${KEYS.join(', ')}.`);
  const expect = (key: string, value: unknown, isGood: boolean, expected: string) => {
    if (!isGood) errors.push(`${file}: call.${key}: found ${JSON.stringify(value)}, expected ${expected}.`);
  };
  expect('method', call.method, ['GET', 'POST'].includes(call.method), 'GET or POST');
  expect('path', call.path, /^(\/([\w-]+|\{\w+\}))+$/.test(call.path), 'a path such as /stock/low or /stock/{id}');
  const roles: unknown = call.roles;
  const areRoles = Array.isArray(roles) && roles.length > 0 && roles.every((role) => names.includes(role));
  const isGroup = typeof roles === 'string' && ['all', 'managers', 'public'].includes(roles);
  expect('roles', roles, isGroup || areRoles, `'public' or a list of ${names.join(', ')}`);
  return errors;
}

/** Loads the endpoints of server/endpoints by file name. Throws a ConfigError that names each mistake. */
export async function loadEndpoints(
  { roles, folder }: Pick<ServerParts, 'roles' | 'folder'>,
  place = 'server/endpoints',
): Promise<Record<string, AnyEndpoint>> {
  const found: Record<string, AnyEndpoint> = {};
  const errors: string[] = [];
  for (const [file, endpoint] of await importDefaults(`${place}/*.ts`, folder)) {
    errors.push(...findEndpointErrors(file, endpoint, roles));
    found[basename(file, '.ts')] = endpoint as AnyEndpoint;
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return found;
}

/** Registers the endpoints. Throws a ConfigError if another call has the same path: register all others before. */
export function registerEndpoints(app: FastifyInstance, services: Services): void {
  for (const [name, { call: declared, activity, handle }] of Object.entries(services.endpoints)) {
    const call = resolveCall(declared, services.app.roles);
    const url = toRoutePath(call);
    if (app.hasRoute({ method: call.method, url }))
      throw new ConfigError([
        `server/endpoints/${name}.ts: call.path: found "${call.path}", expected one that no other call has.`,
      ]);
    const standard: Activity = { operation: call.method === 'GET' ? 'read' : 'change', resource: name };
    registerCall(
      app,
      { name, call, activity: activity === undefined ? standard : activity, handle: handle as AnyHandler },
      services,
    );
  }
}
