import { globSync } from 'node:fs';
import { basename } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { ConfigError } from '../../config/configError.ts';
import { API_ROOT, type Call, ROLES } from '../../wire/call.ts';
import type { AuditInfo } from '../audit/auditInfo.ts';
import type { Note } from '../audit/requestAudit.ts';
import { appFolder } from '../base/appFolder.ts';
import { importDefault } from '../base/importDefault.ts';
import type { Services } from '../services.ts';
import type { Account, AnyHandler } from './callHandler.ts';
import { registerCall } from './callRoutes.ts';

type Part<C extends Call, K extends 'query' | 'body'> = C[K] extends z.ZodType ? z.output<C[K]> : undefined;

/** What an endpoint is given: everything checked against its call. */
export interface EndpointInput<C extends Call> {
  query: Part<C, 'query'>;
  body: Part<C, 'body'>;
  params: Readonly<Record<string, string>>;
  account: C['roles'] extends 'public' ? null : Account;
  request: FastifyRequest;
  /** For changes: puts the audit entry into their transaction. What has not called it gets one afterwards. */
  note: Note;
}

/** A call of one's own: server/endpoints/{name}.ts. */
export interface Endpoint<C extends Call = Call> {
  call: C;
  /** Its entry in the audit trail; left out, a reading or a change of what the file is called. Null for figures, which show no record. */
  audit?: AuditInfo | null;
  handle(input: EndpointInput<C>, services: Services): Promise<{ data: z.input<C['data']> }>;
}

/** @example export default defineEndpoint({ call: call({ method: 'GET', path: '/stock/low', ... }), handle: async () => ({ data: [] }) }); */
export const defineEndpoint = <const C extends Call>(endpoint: Endpoint<C>): Endpoint<C> => endpoint;

/** An endpoint whatever its call. */
export type AnyEndpoint = Omit<Endpoint, 'handle'> & { handle: unknown };

function findEndpointErrors(file: string, found: unknown): string[] {
  const { call, handle } = (found ?? {}) as Partial<AnyEndpoint>;
  if (!call || typeof handle !== 'function')
    return [`${file}: found no default export with call and handle, expected export default defineEndpoint({ ... }).`];
  const errors: string[] = [];
  const expect = (key: string, value: unknown, isGood: boolean, expected: string) => {
    if (!isGood) errors.push(`${file}: call.${key}: found ${JSON.stringify(value)}, expected ${expected}.`);
  };
  expect('method', call.method, ['GET', 'POST'].includes(call.method), 'GET or POST');
  expect('path', call.path, /^(\/([\w-]+|\{\w+\}))+$/.test(call.path), 'a path such as /stock/low or /stock/{id}');
  const roles: unknown = call.roles;
  const areRoles = Array.isArray(roles) && roles.length > 0 && roles.every((role) => ROLES.includes(role));
  expect('roles', roles, roles === 'public' || areRoles, `'public' or a list of ${ROLES.join(', ')}`);
  return errors;
}

/** The endpoints of server/endpoints by the name of their file. Throws a ConfigError that names each error. */
export async function loadEndpoints(folder = 'server/endpoints'): Promise<Record<string, AnyEndpoint>> {
  const files = globSync(`${folder}/*.ts`, { cwd: appFolder }).toSorted();
  const found: Record<string, AnyEndpoint> = {};
  const errors: string[] = [];
  for (const file of files) {
    const endpoint = await importDefault(file);
    errors.push(...findEndpointErrors(file.replaceAll('\\', '/'), endpoint));
    found[basename(file, '.ts')] = endpoint as AnyEndpoint;
  }
  if (errors.length > 0) throw new ConfigError(errors);
  return found;
}

/** Registers them, after all else. Throws a ConfigError for an address that has another call already. */
export function registerEndpoints(app: FastifyInstance, services: Services): void {
  for (const [name, { call, audit, handle }] of Object.entries(services.endpoints)) {
    const url = API_ROOT + call.path.replace(/\{(\w+)\}/g, ':$1');
    if (app.hasRoute({ method: call.method, url }))
      throw new ConfigError([
        `server/endpoints/${name}.ts: call.path: found "${call.path}", expected one that no other call has.`,
      ]);
    const standard: AuditInfo = { operation: call.method === 'GET' ? 'read' : 'change', resource: name };
    const entry = audit === undefined ? standard : audit;
    registerCall(app, { name, call, audit: entry, handle: handle as AnyHandler }, services);
  }
}
