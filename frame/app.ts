import type { Label, Lazy } from './fields/kind.ts';
import type { Tokens } from './theme/tokens.ts';
import type { AnyRecord } from './wire/binding.ts';
import type { Feature } from './wire/features.ts';
import type { Role } from './wire/roles.ts';

/** How the app presents itself: its sign, and the lines beside the sign-in. */
export interface Brand {
  /** Its sign, 36 by 36, as paths of an SVG: what is filled, and what is drawn upon it. */
  logo: { fill: string; line?: string };
  /** The same sign large, in the sign-in's picture of 800 by 800. */
  illustration?: string;
  /** The texts `signIn.points.{name}` below the tagline. */
  points?: readonly string[];
}

/** How the host finds records of several resources at once. */
export interface GlobalSearch {
  /** Named at sign-in by the host that can; by any other one the lists are looked through. */
  feature: Feature;
  /** What a text finds, by the name of its resource, the best first. */
  find(text: string, signal: AbortSignal): Promise<readonly { resource: string; record: AnyRecord }[]>;
}

/** A card of links in the settings, to lists that stand in no menu. */
export interface LinksCard {
  name: string;
  title: Label;
  hint: Label;
  resources: readonly string[];
}

/** A section of the settings, below the frame's own. */
export interface SettingsSection {
  name: string;
  roles?: readonly Role[];
  component: Lazy<{ role: Role }>;
}

/** What an app adds to the settings: the default export of src/settings.ts, which is found and comes with that screen. */
export interface AppSettings {
  links?: readonly LinksCard[];
  sections?: readonly SettingsSection[];
}

/** @example export default defineSettings({ links: [{ name: 'stock', title: 'Stock', hint: 'What there is.', resources: ['shelves'] }] }); */
export const defineSettings = (settings: AppSettings): AppSettings => settings;

type Colors = {
  readonly [K in Exclude<keyof Tokens, 'mode'>]?: Tokens[K] extends string ? string : Partial<Tokens[K]>;
};

/** An app's own colours, light and dark, over the frame's (frame/theme/tokens.ts): the default export of src/theme.ts. */
export interface AppTheme {
  light?: Colors;
  dark?: Colors;
}

/** @example export default defineTheme({ light: { primary: { main: '#7a2e12', dark: '#5c210b' } } }); */
export const defineTheme = (theme: AppTheme): AppTheme => theme;

/** Work that is kept on this device until the host has it. */
export interface OfflineWork {
  /** Its kinds: the texts that say how much is not sent, and how much was lost with the session. */
  kinds: Readonly<Record<string, { unsent: string; lost: string }>>;
  /** What sends it; fetched when there is some (`keepTrying`). */
  sender(): Promise<{ sendWaiting(): Promise<void>; startSending(): void }>;
}

/** What an app declares to the frame's browser part, beside the files that are found; what it leaves out is not there. */
export interface AppParts {
  brand?: Brand;
  find?: GlobalSearch;
  offline?: OfflineWork;
}

let declared: AppParts = {};

/**
 * Declares the app's parts: src/app.ts does so, which is found and read before all else. It comes with the first
 * screen: what is large in it is imported when it is used.
 * @example export default defineApp({ brand: { mark: { fill: 'M9 9h18v18h-18Z' }, points: ['books'] } });
 */
export function defineApp(parts: AppParts): AppParts {
  declared = parts;
  return parts;
}

/** The app's parts. Ask when they are used, never when a module is read: they may be declared later. */
export const getAppParts = (): AppParts => declared;
