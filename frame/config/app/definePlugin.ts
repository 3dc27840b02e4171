import type { z } from 'zod';
import type { PluginTexts } from '../../i18n/pluginTexts.ts';
import type { Feature } from '../../wire/features.ts';
import type { Role, Roles } from '../../wire/roles.ts';
import type { ErrorReporter } from '../configError.ts';
import type { AnyResource } from '../types/anyResource.ts';
import type { IconName } from './icons.ts';
import type { PageConfig } from './page.ts';
import type { ResourceExtension } from './resourceExtension.ts';

/** A key of resources that a plug-in adds. */
export interface ResourceKey {
  /**
   * Schema of its value, which may be left out. Keys below `api` hold calls, which are checked apart: `z.unknown()`.
   * `optional` and `required` describe its parts for docs/reference.md.
   */
  schema: z.ZodType;
  /** Checks what the schema cannot, such as names of other resources. */
  check?(resource: AnyResource, report: ErrorReporter, all: readonly AnyResource[], roles: Roles): void;
}

/** Keys by their path: `'on'`, `'list.calendar'`. */
export type ResourceKeys = Readonly<Record<string, ResourceKey>>;

/** A screen of resources besides list and form, at the path that a key of their roles gives. */
export interface ResourceScreen {
  /** Name of the key, which `keys` has as 'roles.{name}.<key>'. A default path ends with it. */
  readonly key: string;
  readonly icon: IconName;
  /** I18n keys: of its name, with the plural name of the resource as %{name}, and of its tab beside the list. */
  readonly texts: { readonly name: string; readonly tab: string };
  /** True if a preset that lets the role list the records gives it the screen. */
  isDefault(resource: AnyResource, role: Role): boolean;
}

/** Declaration of a plug-in, which its server and browser halves read. Its file imports neither React nor the server. */
export interface Plugin {
  /** Unique name, that of its folder, such as 'webhooks'. */
  readonly name: string;
  /** Versions of the frame that it works with, such as '^0.1'. The start refuses others. */
  readonly frame: string;
  /** Names of the plug-ins that it builds on; they come first. 'app' for a part of this app: its migrations run last. */
  readonly needs?: readonly string[];
  /** Features that the server announces at sign-in. */
  readonly features?: readonly Feature[];
  /** True if it has the pages of the public role (`public: true`). */
  readonly servesPublic?: boolean;
  /** Texts by language, which those of the app override. Other languages than English load when they are needed. */
  readonly texts?: PluginTexts;
  /** Keys that it adds to resources, by path. They load where configs are checked: `keys: () => import('./keys.ts')`. */
  readonly keys?: () => Promise<{ readonly default: ResourceKeys }>;
  /** Completes a resource that has its keys by those and the app's roles, on both sides, after the checks. */
  readonly prepare?: (resource: AnyResource, roles: Roles) => AnyResource;
  /** A screen of resources, which the browser half draws. */
  readonly screen?: ResourceScreen;
  /** Resources from `defineResource`, as if they lay in src/resources. */
  readonly resources?: readonly AnyResource[];
  /** Pages from `definePage`, as if they lay in src/pages. */
  readonly pages?: readonly PageConfig[];
  /** Additions to resources of other parts, by their names. A resource that is left out is skipped. */
  readonly extend?: Readonly<Record<string, ResourceExtension>>;
}

/**
 * Declares a plug-in: an ability that an app may leave out. `defineServerPlugin` adds its server half, and
 * `defineBrowserPlugin` its browser half.
 * @example export const mcp = definePlugin({ name: 'mcp', frame: '^0.1', texts: { en, es: () => import('./texts/es.ts') } });
 */
export const definePlugin = <const P extends Plugin>(plugin: P): P => plugin;
