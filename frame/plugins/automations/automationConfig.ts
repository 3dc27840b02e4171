import type { Role, Where } from 'portal-frame';

/** Events of a collection: all of a kind, or updates of these fields and these transitions. */
export interface EventsConfig<N extends string = string, T extends string = string> {
  create?: true;
  update?: true | readonly N[];
  transition?: true | readonly T[];
}

/** A field of the config, or a path that begins with one and follows references. */
type FieldPath<N extends string> = N | `${N}.${string}`;

/**
 * Recipients of a message: a field or path, or all active accounts of a role that may see the record. The path ends at
 * an e-mail address (mail only), an account, or a person with an account.
 */
export type RecipientConfig<N extends string = string> = FieldPath<N> | { role: Role };

/** A message whose texts are `automations.{resource}.{automation}.*` of the i18n files. */
export interface MessageConfig<N extends string = string> {
  to: readonly RecipientConfig<N>[];
}

/** A mail. */
export interface MailConfig<N extends string = string> extends MessageConfig<N> {
  /** A magic link of the resource (`links`), which the text names as %{link}. */
  link?: string;
}

/** A notification in the portal. */
export interface NotifyConfig<N extends string = string> extends MessageConfig<N> {
  /** Reference, or path to one, whose record the notification opens. Default: the record itself. */
  about?: FieldPath<N>;
}

/** Work that the server does after changes of a record: a mail, a notification, a job, or several of them. */
export interface AutomationConfig<
  N extends string = string,
  T extends string = string,
  R extends object = Record<string, unknown>,
> {
  on: EventsConfig<N, T>;
  /** Only changes after which the record matches. */
  where?: Where<R>;
  mail?: MailConfig<N>;
  notify?: NotifyConfig<N>;
  /** Name of a job of this resource in server/jobs, without a schedule. */
  job?: string;
}

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
