import { z } from 'zod';
import type { Envelope } from './envelope.ts';
import type { Feature } from './features.ts';
import type { Role, Roles } from './roles.ts';

export type { Role };

/** Roles that may make a call: these, all of the app, its managers; `public` needs no token. */
export type CallRoles = readonly Role[] | 'all' | 'managers' | 'public';

/** Accepted uploads: `image`, `document` (image or PDF), or `table` (CSV, not stored). */
export interface FileRule {
  accepts: 'image' | 'document' | 'table';
  /** Maximum files of this name per request. */
  maxFiles: number;
}

/** I18n keys for a failed call: `refused` by the host without a message, or `lost` on the way (spec 8). */
export interface FailureTexts {
  refused: string;
  lost: string;
}

export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Host of somebody else. It never receives the session token or cookies. */
export interface ForeignHost {
  /** Origin such as https://stock.example.com. http only for this machine. */
  origin: string;
  /** Sent with each call; readable by everybody who has the portal. */
  headers?: Readonly<Record<string, string>>;
  /** Returns the Authorization header. `renew` is true after a 401. */
  authorization?(renew: boolean): string | null | Promise<string | null>;
}

/**
 * API call, shared by portal, server, OpenAPI page and tests (spec 7). Calls with `files` send multipart, others JSON.
 */
export interface Call {
  method: (typeof METHODS)[number];
  /** Path below `root`. Parameters are written {id}. */
  path: string;
  /** Default: /api/v1, or '' on a foreign host. */
  root?: string;
  /** Foreign host. `api.host` sets it for all calls of a resource. */
  host?: ForeignHost;
  roles: CallRoles;
  summary: string;
  query?: z.ZodObject;
  /** Feature of the host that this call requires. Set for calls beyond spec 7. */
  feature?: Feature;
  /** Required features of single query parameters. */
  parameterFeatures?: Readonly<Record<string, Feature>>;
  body?: z.ZodObject;
  /** Ignores unknown fields of the body instead of refusing them (400). */
  ignoresUnknownFields?: true;
  files?: Record<string, FileRule>;
  /** Schema of the reply's `data`. */
  data: z.ZodType;
  failure: FailureTexts;
  /** Sends the token without `Bearer` (spec 7). */
  rawToken?: true;
  /**
   * Requires recent reauthentication in this session: always, or if the handler decides so. Protects the account from a
   * stolen token.
   */
  reauthenticate?: 'always' | 'sometimes';
  /** For people only: refuses programs (403), and stores no reply for an Idempotency-Key. */
  personal?: true;
  /** Accepts a session that ended by inactivity, for data recorded offline. */
  allowIdleSession?: true;
  /** Accepts any HTTP 2xx unless the body says otherwise (spec 7). */
  anyReply?: true;
  /** Timeout in milliseconds. Default: DEFAULT_TIMEOUT, or UPLOAD_TIMEOUT with `files`. */
  timeout?: number;
  /**
   * Reads replies of a host with its own envelope; `http` is the status. Default on a foreign host: the body is the
   * data.
   */
  envelope?(body: unknown, http: number, headers: Headers): Envelope;
}

export const API_ROOT = '/api/v1';
/** Milliseconds. */
export const DEFAULT_TIMEOUT = 20_000;
export const UPLOAD_TIMEOUT = 120_000;
export const getTimeout = ({ timeout, files }: Pick<Call, 'timeout' | 'files'>): number =>
  timeout ?? (files ? UPLOAD_TIMEOUT : DEFAULT_TIMEOUT);

/** Declares a call and keeps the exact types of its schemas. */
export const call = <const C extends Call>(declaration: C): C => declaration;

type CommonParts = Partial<Omit<Call, 'method' | 'path' | 'data'>>;
type OwnParts = CommonParts & Pick<Call, 'summary'> & Partial<Pick<Call, 'data'>>;
type Merged<A, B> = Omit<A, keyof B> & B;
type Declared<M, P, C, O> = { method: M; path: P } & Merged<
  Merged<{ roles: readonly Role[] | 'all'; data: z.ZodNull }, C>,
  O
>;

function getRolesByPath(path: string): readonly Role[] | 'all' {
  const segment = path.split('/')[1] ?? '';
  return segment === 'common' ? 'all' : [segment as Role];
}

/** A call of one app. */
export type ResolvedCall = Call & { roles: readonly Role[] | 'public' };

/** Returns a call with the names of its roles in an app. */
export function resolveCall(declaration: Call, { names, managers }: Roles): ResolvedCall {
  const { roles } = declaration;
  return { ...declaration, roles: roles === 'all' ? names : roles === 'managers' ? managers : roles };
}

/**
 * Returns functions that declare calls with these parts in common. Without `roles`, the first segment of a path is the
 * role that may make the call; `common` stands for all. Without `data`, the reply's data is null.
 * @example
 * const { get } = declareCalls({ feature: 'loans', failure: failureTexts('errors.loans') });
 * const loans = get('/librarian/get-loans', { summary: 'All loans.', data: z.array(loan) });
 */
export function declareCalls<const C extends CommonParts>(common: C) {
  const declare =
    <const M extends Call['method']>(method: M) =>
    <const P extends string, const O extends OwnParts>(path: P, own: O) =>
      ({
        ...{ method, path, roles: getRolesByPath(path), ...common, ...own },
        data: own.data ?? z.null(),
      }) as unknown as Declared<M, P, C, O>;
  return { get: declare('GET'), post: declare('POST') };
}

/** Uses one text for a refusal and a lost reply. */
export const failureTexts = (key: string): FailureTexts => ({ refused: key, lost: key });

/** Returns the path with its parameters: getCallPath(assign, { id: '7' }). */
export function getCallPath(
  declaration: Pick<Call, 'path' | 'root' | 'host'>,
  params: Record<string, string> = {},
): string {
  return (
    (declaration.root ?? (declaration.host ? '' : API_ROOT)) +
    declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  );
}

export function getCallUrl(
  declaration: Pick<Call, 'path' | 'root' | 'host'>,
  { params, query = {} }: { params?: Record<string, string> | undefined; query?: Record<string, unknown> | undefined },
): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${getCallPath(declaration, params)}${search.size > 0 ? `?${search}` : ''}`;
}
