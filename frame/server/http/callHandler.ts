import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Call, ResolvedCall } from '../../wire/call.ts';
import type { Activity } from '../activity/activityLog.ts';
import type { Note } from '../activity/requestActivity.ts';
import type { Account } from '../base/requestAccount.ts';
import type { SavedFile } from '../files/fileStore.ts';
import type { Services } from '../services.ts';

export type { Account };

type Part<C extends Call, K extends string> = C extends { readonly [P in K]: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never;

/** The validated input of a call's handler. */
export interface CallInput<C extends Call> {
  query: Part<C, 'query'>;
  body: Part<C, 'body'>;
  params: Record<ParamNames<C['path']>, string>;
  /** The stored uploads by field name; deleted again if the handler throws. */
  files: C extends { readonly files: infer F } ? { [K in keyof F]: SavedFile[] } : undefined;
  account: C['roles'] extends 'public' ? null : Account;
  request: FastifyRequest;
  /** Writes the activity entry within the change's transaction. Without it, the entry follows the reply. */
  note: Note;
  /** Records a dry run as a read. */
  noteDryRun(fields: readonly string[]): Promise<void>;
}

export interface CallResult<C extends Call> {
  data: z.input<C['data']>;
  /** An i18n key; 'OK' by default. */
  message?: string;
  args?: Record<string, string>;
  /** The ids that the activity entry names, if they differ from those in `data`. */
  shownIds?: readonly string[];
}

/** Runs a call, or throws an HttpError. */
export type CallHandler<C extends Call> = (input: CallInput<C>, services: Services) => Promise<CallResult<C>>;

export type Calls = Readonly<Record<string, Call>>;
export type CallHandlers<C extends Calls> = { [K in keyof C]: CallHandler<C[K]> };

export type AnyHandler = CallHandler<Call>;

export interface ServedCall {
  name: string;
  call: Call;
  /** Null for calls that show no record: they have no activity entry. */
  activity: Activity | null;
  handle: AnyHandler;
}

/** A call of one app. */
export type ResolvedServedCall = ServedCall & { call: ResolvedCall };

/** The operation and resource of each call; null for calls that show no record. */
export type CallActivities<C extends Calls, Resource extends string = string> = {
  readonly [N in keyof C]: readonly [Exclude<Activity['operation'], 'refused' | 'export'>, Resource] | null;
};

/** Combines calls with their handlers and activities; one without either does not compile. */
export const serveCalls = <C extends Calls>(
  calls: C,
  handlers: CallHandlers<C>,
  activities: CallActivities<C>,
): ServedCall[] =>
  Object.entries(calls).map(([name, call]) => {
    const [operation, resource] = activities[name] ?? [];
    return {
      name,
      call,
      activity: operation && resource ? { operation, resource } : null,
      handle: handlers[name] as AnyHandler,
    };
  });
