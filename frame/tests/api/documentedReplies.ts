import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { findBearerTokens } from '../../server/accounts/bearerTokens.ts';
import type { Account } from '../../server/base/requestAccount.ts';
import { getBearerToken } from '../../server/http/authenticate.ts';
import { getRouteNames } from '../../server/records/schema/formerNames.ts';
import type { Services } from '../../server/services.ts';
import { API_ROOT, type Role } from '../../wire/call.ts';

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>;

interface DocumentedReply {
  content?: Record<string, { schema?: object }>;
}
type Methods = Record<string, { responses: Record<string, DocumentedReply> }>;
interface OpenApi {
  paths: Record<string, Methods>;
  components: { schemas: Record<string, object> };
}

/** Addresses that are not in the document: itself, and the protocol of AI assistants. */
const UNDOCUMENTED = [`${API_ROOT}/docs`, `${API_ROOT}/mcp`];

/** Of the plug-in openApi, by a computed path: tests run without it, too. Replies are then compared with nothing. */
const selection = join(import.meta.dirname, '../../plugins/openApi/server/documentByCaller.ts');
const { selectForCaller }: { selectForCaller?(document: OpenApi, caller: Account | null): OpenApi } = existsSync(
  selection,
)
  ? await import(selection)
  : {};

const toPattern = (path: string) =>
  new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]*')}$`);

/** True for a path without broken signs and NUL, which are refused before a route is looked for. */
function isDecodable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes('\0');
  } catch {
    return false;
  }
}

const ajv = addFormats.default(new Ajv2020({ strict: false }));
/** By the text of a schema: the documents of servers with other resources share most schemas. */
const validators = new Map<string, ValidateFunction>();

/** Returns a schema as text, with the components that it refers to. */
function bundle(schema: object, components: OpenApi['components']['schemas']): string {
  const $defs: Record<string, object> = {};
  const addReferences = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const component = components[name];
      if (!component || $defs[name]) continue;
      $defs[name] = component;
      addReferences(JSON.stringify(component));
    }
  };
  addReferences(JSON.stringify(schema));
  return JSON.stringify({ ...schema, $defs }).replaceAll('"#/components/schemas/', '"#/$defs/');
}

/** Checks replies against one document. Compiles the schema of a reply when it is first needed. */
class ReplyChecker {
  readonly #methods: { pattern: RegExp; path: string; methods: Methods }[];
  readonly #components: OpenApi['components']['schemas'];
  readonly #validators = new Map<string, ValidateFunction>();

  constructor({ paths, components }: OpenApi) {
    this.#components = components.schemas;
    // Literal paths first, as in the router.
    this.#methods = Object.entries(paths)
      .toSorted(([a], [b]) => Number(a.includes('{')) - Number(b.includes('{')))
      .map(([path, methods]) => ({ path, methods, pattern: toPattern(path) }));
  }

  #find(method: string, path: string) {
    const found = this.#methods.find((one) => one.methods[method] && one.pattern.test(path));
    return found && { place: `${method} ${found.path}`, responses: found.methods[method]?.responses ?? {} };
  }

  has = (method: string, path: string): boolean => this.#find(method, path) !== undefined;

  /** Returns how a reply differs from the document; undefined if it does not. */
  check(method: string, path: string, reply: Reply): string | undefined {
    const { statusCode, headers, payload } = reply;
    const found = this.#find(method, path);
    if (!found)
      return [404, isDecodable(path) ? 404 : 400].includes(statusCode)
        ? undefined
        : `${method} ${path} ${statusCode}: is in no document`;
    const status = found.responses[statusCode] || statusCode < 400 ? String(statusCode) : 'default';
    const place = `${found.place} ${statusCode}`;
    const documented = found.responses[status];
    if (!documented) return `${place}: the status is not documented`;
    const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
    if (payload === '' && type === '') return undefined;
    const content = documented.content?.[type];
    if (!content) return `${place}: found ${type}, expected ${Object.keys(documented.content ?? {})}`;
    if (!type.endsWith('json') || !content.schema) return undefined;
    const validate = this.#compile(`${place} ${type}`, content.schema);
    if (validate(reply.json())) return undefined;
    const [{ params } = {}] = validate.errors ?? [];
    return `${place}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(params)}`;
  }

  #compile(key: string, schema: object): ValidateFunction {
    const own = this.#validators.get(key);
    if (own) return own;
    const text = bundle(schema, this.#components);
    const validate = validators.get(text) ?? ajv.compile(JSON.parse(text));
    validators.set(text, validate);
    this.#validators.set(key, validate);
    return validate;
  }
}

/** Returns the OpenAPI document with what any caller may use and know. */
export async function documentOf(app: FastifyInstance): Promise<ReturnType<typeof JSON.parse>> {
  await app.ready();
  return app.swagger();
}

const numbers = new WeakMap<object, number>();
let count = 0;
function identify(one: unknown): string {
  if (typeof one !== 'object' || !one) return String(one);
  if (!numbers.has(one)) numbers.set(one, ++count);
  return `#${numbers.get(one)}`;
}

/** Checkers by what the server is built from and by caller: a document takes as long as a start of the server. */
const checkers = new Map<string, ReplyChecker>();

/** Reads role and scope of a token. An invalid one may name a role: its request is refused anyway. */
async function readCaller(services: Services, token: string): Promise<Account | null> {
  const bearer = findBearerTokens(services.app, token);
  if (bearer) return (await bearer.identify(services, token))?.account ?? null;
  try {
    const { role } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { role: Role };
    return { id: '', sessionId: '', reauthenticatedAt: 0, role };
  } catch {
    return null;
  }
}

/** Finds the document's name of a collection that was asked for by a former one. */
function toCurrentPath(path: string, { resources }: Services): string {
  const [, name = ''] = path.match(/^\/api\/v1\/collections\/([^/]+)/) ?? [];
  const current = resources.find((one) => getRouteNames(one, resources).includes(name));
  return current ? path.replace(`/collections/${name}`, `/collections/${current.name}`) : path;
}

/**
 * Makes each request that a test injects fail if the OpenAPI document of its caller does not describe the reply: path,
 * method, status, content type and body. `builtFrom` is all that the document depends on, before the server copies it.
 */
export function checkReplies(app: FastifyInstance, services: Services, builtFrom: readonly unknown[]): void {
  if (!selectForCaller || !app.hasDecorator('swagger')) return;
  const inject = app.inject.bind(app) as (options: unknown) => Promise<Reply>;
  const base = builtFrom.map(identify).join();
  const getChecker = async (caller: Account | null | undefined) => {
    const key = `${base} ${caller === undefined ? 'all' : JSON.stringify([caller?.role, caller?.key?.scope])}`;
    const found = checkers.get(key);
    if (found) return found;
    const all: OpenApi = await documentOf(app);
    const made = new ReplyChecker(caller === undefined ? all : selectForCaller(all, caller));
    checkers.set(key, made);
    return made;
  };
  const injectChecked = async (options: InjectOptions) => {
    const callerToken = getBearerToken(String(options.headers?.authorization ?? ''));
    const caller = callerToken ? await readCaller(services, callerToken) : null;
    const reply = await inject(options);
    const method = (options.method ?? 'get').toLowerCase();
    const [path = ''] = String(options.url).split('?');
    if (!path.startsWith(API_ROOT) || method === 'options' || UNDOCUMENTED.some((one) => path.startsWith(one)))
      return reply;
    const current = toCurrentPath(path, services);
    const own = await getChecker(caller);
    // Other operations refuse the caller, in the words of the whole document.
    const isOwn = reply.statusCode < 400 || own.has(method, current);
    const mismatch = (isOwn ? own : await getChecker(undefined)).check(method, current, reply);
    if (mismatch) throw new Error(`The reply contradicts the OpenAPI document: ${mismatch}`);

    return reply;
  };
  app.inject = ((options: InjectOptions | string) =>
    injectChecked(typeof options === 'string' ? { url: options } : options)) as FastifyInstance['inject'];
}
