import type { AppSettings } from './config/app/settingsTypes.ts';
import type { Tokens } from './theme/tokens.ts';
import type { AnyRecord } from './wire/binding.ts';
import type { Feature } from './wire/features.ts';

export type { AppSettings, LinksCard, SettingsSection } from './config/app/settingsTypes.ts';

/** Logo and sign-in texts of the app. */
export interface Brand {
  /** SVG paths in a 36 by 36 box: `fill` is filled, `line` is drawn over it. */
  logo: { fill: string; line?: string };
  /** SVG paths for the sign-in illustration, in an 800 by 800 box. */
  illustration?: string;
  /** Names of the texts `signIn.points.{name}` below the tagline. */
  points?: readonly string[];
}

/** Searches several resources in one request. */
export interface GlobalSearch {
  /** Announced by hosts that support the search. Elsewhere the palette searches list by list. */
  feature: Feature;
  /** Returns matches with their resource names, best first. */
  find(text: string, signal: AbortSignal): Promise<readonly { resource: string; record: AnyRecord }[]>;
}

/**
 * Declares the settings of src/settings.ts.
 * @example export default defineSettings({ links: [{ name: 'stock', title: 'Stock', hint: 'What there is.', resources: ['shelves'] }] });
 */
export const defineSettings = (settings: AppSettings): AppSettings => settings;

type Colors = {
  readonly [K in Exclude<keyof Tokens, 'mode'>]?: Tokens[K] extends string ? string : Partial<Tokens[K]>;
};

/** Default export of src/theme.ts: colours that override frame/theme/tokens.ts. */
export interface AppTheme {
  light?: Colors;
  dark?: Colors;
}

/** @example export default defineTheme({ light: { primary: { main: '#7a2e12', dark: '#5c210b' } } }); */
export const defineTheme = (theme: AppTheme): AppTheme => theme;

/** Work stored on this device until the host has accepted it. */
export interface OfflineWork {
  /** Kinds of work, with i18n keys for the counts of unsent and lost items. */
  kinds: Readonly<Record<string, { unsent: string; lost: string }>>;
  /** Loads the sender (`createRetryingSender`) once there is work to send. */
  sender(): Promise<{ sendWaiting(): Promise<void>; startSending(): void }>;
}

/** App declarations for the browser, besides the files found by path. */
export interface AppParts {
  brand?: Brand;
  find?: GlobalSearch;
  offline?: OfflineWork;
}

let declared: AppParts = {};

/**
 * Registers the app's parts. Called by src/app.ts, which loads with the first screen, so import large modules lazily.
 * @example export default defineApp({ brand: { logo: { fill: 'M9 9h18v18h-18Z' }, points: ['books'] } });
 */
export function defineApp(parts: AppParts): AppParts {
  declared = parts;
  return parts;
}

/** Returns the registered parts. Do not call it while modules load: src/app.ts may not have run yet. */
export const getAppParts = (): AppParts => declared;
