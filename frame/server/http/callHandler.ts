import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call } from '../../wire/call.ts';
import type { AuditInfo } from '../audit/auditInfo.ts';
import type { Note } from '../audit/requestAudit.ts';
import type { Account } from '../base/requestAccount.ts';
import type { SavedFile } from '../files/fileStore.ts';
import type { Services } from '../services.ts';

export type { Account };

type Part<C extends Call, K extends string> = C extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** What a call's handler is given: everything checked against the call's declaration. */
export interface CallInput<C extends Call> {
  query: Part<C, 'query'>;
  body: Part<C, 'body'>;
  params: Record<ParamNames<C['path']>, string>;
  /** The uploads by field name; already kept, and thrown away should the handler refuse. */
  files: C extends { readonly files: infer F } ? { [K in keyof F]: SavedFile[] } : undefined;
  account: C['roles'] extends 'public' ? null : Account;
  request: FastifyRequest;
  /** For changes: puts the audit entry into their transaction. What has not called it gets one afterwards. */
  note: Note;
  /** For changes that were only tried out: the trail records a reading. */
  noteDryRun(fields: readonly string[]): Promise<void>;
}

export interface CallResult<C extends Call> {
  data: z.input<C['data']>;
  /** An i18n key; 'OK' where left out. */
  message?: string;
  args?: Record<string, string>;
  /** For lists: the records given out that the audit trail is to name, where they are not the list's own. */
  auditedIds?: readonly string[];
}

/** Does what a call asks for, or throws a Refusal. */
export type CallHandler<C extends Call> = (input: CallInput<C>, services: Services) => Promise<CallResult<C>>;

/** Calls by name. */
export type Calls = Readonly<Record<string, Call>>;
/** A handler for each of these calls; for all of them where none are named. */
export type CallHandlers<C extends Calls, N extends keyof C = keyof C> = { [K in N]: CallHandler<C[K]> };

/** A handler whatever its call: what it is given was checked against the call's declaration. */
export type AnyHandler = CallHandler<Call>;

/** A call with what does it. */
export interface ServedCall {
  name: string;
  call: Call;
  /** What it leaves in the audit trail; null for nothing. */
  audit: AuditInfo | null;
  handle: AnyHandler;
}

/** What each call leaves in the audit trail: its action and the resource; null for figures, which show no record. */
export type CallAuditEntries<C extends Calls, Resource extends string = string> = {
  readonly [N in keyof C]: readonly [Exclude<AuditInfo['operation'], 'refused' | 'export'>, Resource] | null;
};

/** Calls with their handlers and their audit entries. One without either does not compile. */
export const serveCalls = <C extends Calls>(
  calls: C,
  handlers: CallHandlers<C>,
  audit: CallAuditEntries<C>,
): ServedCall[] =>
  Object.entries(calls).map(([name, call]) => {
    const [operation, resource] = audit[name] ?? [];
    return {
      name,
      call,
      audit: operation && resource ? { operation, resource } : null,
      handle: handlers[name] as unknown as AnyHandler,
    };
  });
