import type { z } from 'zod';
import type { Envelope } from './envelope.ts';
import type { Feature } from './features.ts';
import { ROLES, type Role } from './roles.ts';

export { ROLES, type Role };

/** What an upload may be: `image` is a picture, `document` a picture or a PDF, `table` a CSV file that is only read. */
export interface FileRule {
  accepts: 'image' | 'document' | 'table';
  /** How many files of this name one request may carry. */
  most: number;
}

/** The texts (i18n keys) for a call that failed: `refused` by the host without a message, or `lost` on the way (spec 8). */
export interface FailureTexts {
  refused: string;
  lost: string;
}

/** How a call may be made. */
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A host of somebody else. Neither the session's token nor a cookie goes there. */
export interface ForeignHost {
  /** Where it is: https://stock.example.com; http only on this machine. */
  origin: string;
  /** Sent along with each call. Whoever has the portal can read them. */
  headers?: Readonly<Record<string, string>>;
  /** The value of the Authorization header for it; `renew` after it refused the one before with 401. */
  authorization?(renew: boolean): string | null | Promise<string | null>;
}

/**
 * One call of the API, declared once for the portal, the server, the OpenAPI page and the tests (spec 7).
 * A call with `files` is sent as multipart, every other body as JSON.
 */
export interface Call {
  method: (typeof METHODS)[number];
  /** Below `root`; a parameter is written {id}. */
  path: string;
  /** Where the path starts on the host; /api/v1 where left out, and nothing on a host of its own. */
  root?: string;
  /** The host, where it is not the session's; a resource's `api.host` says it for all its calls. */
  host?: ForeignHost;
  /** Who may call it; `public` needs no token. */
  roles: readonly Role[] | 'public';
  summary: string;
  query?: z.ZodObject;
  /** What a host must have named at sign-in for the portal to make this call: it is beyond spec 7. */
  feature?: Feature;
  /** The same for single parameters of the query. */
  extras?: Readonly<Record<string, Feature>>;
  body?: z.ZodObject;
  files?: Record<string, FileRule>;
  /** What the reply's `data` holds. */
  data: z.ZodType;
  failure: FailureTexts;
  /** The raw token goes into the Authorization header, without `Bearer` (spec 7). */
  rawToken?: true;
  /**
   * Refused with `data.reauthenticate` unless the person proved again, in the last minutes and in this session, who they
   * are: always, or where the handler finds that it matters (`sometimes`). A stolen token is then not the account.
   */
  reauthenticate?: 'always' | 'sometimes';
  /** What it sends may have been made without a network: a session that is over only for want of use counts for it. */
  allowIdleSession?: true;
  /** Any HTTP 2xx is a success, unless its body says otherwise (spec 7: what the reply holds is not shown). */
  anyReply?: true;
  /** Milliseconds after which the portal gives up; DEFAULT_TIMEOUT where left out. */
  timeout?: number;
  /**
   * How to read the replies of a host with an envelope of its own; `http` is the status of the reply. Left out with a
   * host of its own, the body is the data and the status says whether it was refused.
   */
  envelope?(body: unknown, http: number, headers: Headers): Envelope;
}

/** Every path of the wire stands below this. */
export const API_ROOT = '/api/v1';
/** Milliseconds the portal waits for a reply. */
export const DEFAULT_TIMEOUT = 20_000;

/** Declares a call; keeps the exact types of its schemas. */
export const call = <const C extends Call>(declaration: C): C => declaration;

/** The same failure text for a refusal and a lost reply. */
export const failureTexts = (key: string): FailureTexts => ({ refused: key, lost: key });

/** The call's path with its parameters filled in: pathOf(assign, { id: '7' }). */
export function getCallPath(
  declaration: Pick<Call, 'path' | 'root' | 'host'>,
  params: Record<string, string> = {},
): string {
  return (
    (declaration.root ?? (declaration.host ? '' : API_ROOT)) +
    declaration.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  );
}

/** The call's path with its parameters and its query. */
export function getCallUrl(
  declaration: Pick<Call, 'path' | 'root' | 'host'>,
  { params, query = {} }: { params?: Record<string, string> | undefined; query?: Record<string, unknown> | undefined },
): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return `${getCallPath(declaration, params)}${search.size > 0 ? `?${search}` : ''}`;
}
