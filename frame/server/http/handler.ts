import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { CallName, calls } from '../../../src/wire/index.ts';
import type { Role } from '../../wire/call.ts';
import type { Note } from '../audit/audited.ts';
import type { SavedFile } from '../files/store.ts';
import type { Services } from '../services.ts';

/** Who calls. */
export interface Account {
  id: string;
  role: Role;
  sessionId: string;
  /** When this person last proved again who they are, in this session (ms); 0 for never. */
  reauthenticatedAt: number;
  /** Whether the call comes from a portal of another site, one of CORS_ORIGINS. */
  elsewhere?: boolean;
}

type Calls = typeof calls;
type Part<N extends CallName, K extends string> = Calls[N] extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** What a call's handler is given: everything checked against the call's declaration. */
export interface Input<N extends CallName> {
  query: Part<N, 'query'>;
  body: Part<N, 'body'>;
  params: Record<ParamNames<Calls[N]['path']>, string>;
  /** The uploads by field name; already kept, and thrown away should the handler refuse. */
  files: Calls[N] extends { readonly files: infer F } ? { [K in keyof F]: SavedFile[] } : undefined;
  account: Calls[N]['roles'] extends 'public' ? null : Account;
  request: FastifyRequest;
  /** For changes: puts the audit entry into their transaction. What has not called it gets one afterwards. */
  note: Note;
  /** For changes that were only tried out: the trail tells of a reading. */
  tried(fields: readonly string[]): Promise<void>;
}

export interface Result<N extends CallName> {
  data: z.input<Calls[N]['data']>;
  /** An i18n key; 'OK' where left out. */
  message?: string;
  args?: Record<string, string>;
  /** For lists: the records given out that the audit trail is to name, where they are not the list's own. */
  given?: readonly string[];
}

/** Does what a call asks for, or throws a Refusal. */
export type Handler<N extends CallName> = (input: Input<N>, services: Services) => Promise<Result<N>>;
/** A handler for each of these calls; for all of them where none are named. */
export type Handlers<N extends CallName = CallName> = { [K in N]: Handler<K> };
