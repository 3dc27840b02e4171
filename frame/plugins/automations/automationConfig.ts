import type { Where } from 'portal-frame';
import type { Keys } from 'portal-frame/keys';
import type { automationSchema, webhookEventsSchema } from './automationSchema.ts';

/** Events of a collection: all of a kind, or updates of these fields and these transitions. */
export interface EventsConfig<N extends string = string, T extends string = string>
  extends Keys<typeof webhookEventsSchema, { field: N; transition: T }> {}

interface AutomationParts<N extends string, T extends string, R extends object> {
  field: N;
  transition: T;
  /** A field of the config, or a path that begins with one and follows references. */
  path: N | `${N}.${string}`;
  where: Where<R>;
}

/** Work that the server does after changes of a record: a mail, a notification, a job, or several of them. */
export interface AutomationConfig<
  N extends string = string,
  T extends string = string,
  R extends object = Record<string, unknown>,
> extends Keys<typeof automationSchema, AutomationParts<N, T, R>> {}

export type NotifyConfig = NonNullable<AutomationConfig['notify']>;
export type RecipientConfig = NotifyConfig['to'][number];

/** Without this import, an app's compiler would not meet the interface that is extended below. */
export type { PluginKeys } from 'portal-frame/keys';

declare module 'portal-frame/keys' {
  interface PluginKeys<_N extends string, _T extends string, _R extends object> {
    /** Collections: changes that webhooks may send to other systems (docs/programs.md). */
    on?: EventsConfig<_N, _T>;
    /** Collections: mails, notifications and jobs after changes, by name (docs/automations.md). */
    automations?: { readonly [name: string]: AutomationConfig<_N, _T, _R> };
  }
}
