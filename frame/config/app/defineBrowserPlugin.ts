import type { DataProvider, RouterProvider } from 'ra-core';
import type { Lazy } from '../../fields/kind.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import type { Call } from '../../wire/call.ts';
import type { Feature } from '../../wire/features.ts';
import type { Role } from '../../wire/roles.ts';
import type { AnyResource } from '../types/anyResource.ts';
import type { ViewProps } from '../types/componentProps.ts';
import type { Plugin } from './definePlugin.ts';
import type { IconName } from './icons.ts';
import type { AddedName } from './resourceExtension.ts';
import type { SettingsSection } from './settingsTypes.ts';

export interface HeaderItemProps {
  role: Role;
  /** True if a resource fills the middle of the header: draw nothing there, or little. */
  narrow: boolean;
}

/** The place that keeps the state of another view of lists. It loads before the first list. */
export interface ListViewLocation {
  /**
   * A hook: whether the view is shown, and a function that changes it. It remembers the choice in the store as
   * `{resource}.view`; a list without that entry is requested before its code is loaded.
   */
  useMode(resource: AnyResource): { isShown: boolean; toggle: () => void };
  /** Router of the list that keeps the view's parameters in the address. */
  router: RouterProvider;
}

/** Another view of lists, such as a calendar: a button of the toolbar shows it instead of the rows. */
export interface ListViewPart {
  /** True if the list of this resource has the view. */
  isOffered(resource: AnyResource): boolean;
  /** Query of the list's address that opens it. */
  query: string;
  location: () => Promise<{ readonly default: ListViewLocation }>;
  /** I18n keys of the buttons that show the view and the rows. */
  texts: { show: string; hide: string };
  icon: IconName;
  component: Lazy<object>;
}

export interface ListActionProps {
  /** False while another view of the list, such as a calendar, is shown instead of its rows. */
  showsRows: boolean;
}

/** An action of lists, such as an import: a button of the toolbar, before the one that adds a record. */
export interface ListActionPart {
  /** Right that a role needs. */
  right: string;
  /** Its call in a resource with calls of its own. The action is hidden without one, and if the host does not offer it. */
  getCall(resource: AnyResource, role: Role): Call | undefined;
  component: Lazy<ListActionProps>;
  /**
   * For an action that adds records: how pages link it. `text` is an i18n key with `%{name}`, the plural name; the list
   * opens the action for this `state` of its location.
   */
  addsRecords?: { text: string; state: object };
}

/** An item of dashboards, which apps draw with `DashboardItems`. */
export interface DashboardItemPart {
  /** True if the role's dashboard has it. */
  isOffered(role: Role, resources: readonly AnyResource[]): boolean;
  component: Lazy<{ role: Role }>;
}

/** A part above the rows of lists. */
export interface ListHeadPart {
  /** True if the list of this resource has it. The list waits for its code, so that no rows move. */
  isOffered(resource: AnyResource): boolean;
  /** It knows the list from `useView` and `useListContext`. */
  component: Lazy<object>;
}

/** A panel of the show view, such as the versions of the record. */
export interface ShowPanelPart {
  /** True if records of this resource have the panel. */
  isOffered(resource: AnyResource): boolean;
  component: Lazy<{ record: AnyRecord }>;
}

/** Takes back a delete, from the toast that reports it. */
export interface UndoDeletePart {
  /** True if the role may take back deletes in this resource. */
  isOffered(resource: AnyResource, role: Role): boolean;
  run(dataProvider: DataProvider, resource: AnyResource, id: string): Promise<unknown>;
}

export interface SignInStepProps {
  /** The part of the reply that asks for the step, under the plug-in's name. */
  asked: unknown;
  /** Takes the reply that completes the step: it opens the session, or asks for another step. */
  onData: (data: unknown) => void | Promise<void>;
  onBack: () => void;
}

export interface IdentityProofProps {
  /** Reply of the call `reauthenticateOptions`. */
  asked: unknown;
  /** Sends the proof, with the call `reauthenticate`. Throws a RequestError for a wrong one. */
  send: (proof: object) => Promise<void>;
  onCancel: () => void;
}

/** Replaces a switch of the settings screen that has no effect by itself, if the host has the feature of its name. */
export interface SettingsSwitch {
  feature: Feature;
  /** I18n key, shown until the component is loaded. */
  hint: string;
  component: Lazy<object>;
}

/** Shortcuts of one area, for the list of all shortcuts. */
export interface ShortcutGroup {
  /** I18n key. */
  area: string;
  /** Keys as they are shown, with the i18n key of what they do. `action`: only for roles that may run that action. */
  keys: readonly { keys: string; text: string; action?(resource: AnyResource): string | undefined }[];
}

/** Parts that an app asks of its plug-ins. It reads them from `getPlugins`. */
// biome-ignore lint/suspicious/noEmptyInterface: an app adds to it.
export interface AppBrowserParts {}

/** Places of the frame's screens that a plug-in may fill. Components load when they are first drawn. */
export interface BrowserParts extends AppBrowserParts {
  /** An item in the middle of the header. */
  headerItem?: Lazy<HeaderItemProps>;
  /** A tool of lists, behind the filters. It knows the list from `useView` and `useListContext`. */
  listTool?: Lazy<object>;
  listHead?: ListHeadPart;
  listAction?: ListActionPart;
  listView?: ListViewPart;
  /** A panel at the end of the show view, below its related lists. */
  showPanel?: ShowPanelPart;
  undoDelete?: UndoDeletePart;
  /** The component of `screen` of the declaration. */
  screen?: Lazy<ViewProps>;
  dashboardItem?: DashboardItemPart;
  shortcuts?: readonly ShortcutGroup[];
  /** Cards of the settings screen, below those of the app. */
  settingsCards?: readonly SettingsSection[];
  /**
   * Completes the sign-in that the server half offers (`signInMethod`), from the outcome in `/signin?{plug-in}={outcome}`.
   * Returns the data of the reply, with the person's `email`. Throws a RequestError for a refusal.
   */
  finishSignIn?(outcome: string): Promise<object | null>;
  /** Draws the further step of a sign-in that the server half asks for (`signInStep`), in place of the form. */
  signInStep?: Lazy<SignInStepProps>;
  /** A dialog for the proof of identity that the server half asks for (`identityProof`), in place of the password. */
  identityProof?: Lazy<IdentityProofProps>;
  settingsSwitch?: SettingsSwitch;
  /** Runs when a person's screens open, and before that with `signedIn: true` right after a sign-in. */
  onOpen?(options: { signedIn: boolean }): void;
  /** Resources that it adds to sections of the menu, by the section's name, each behind the one named `after`. */
  sections?: Readonly<Record<string, readonly AddedName[]>>;
}

/** The browser half of a plug-in. */
export interface BrowserPlugin extends BrowserParts {
  plugin: Plugin;
}

/**
 * Declares the browser half of a plug-in, an entry of the default export of src/plugins.ts. It loads with the first
 * screen, so components are imported lazily.
 * @example export default defineBrowserPlugin(feed, { settingsCards: [{ name: 'feed', component: () => import('./FeedCard.tsx') }] });
 */
export const defineBrowserPlugin = (plugin: Plugin, parts: BrowserParts): BrowserPlugin => ({ ...parts, plugin });
