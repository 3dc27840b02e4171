/** Without these imports, an app's compiler would not meet the interfaces that are extended below. */
export type { PluginKeys } from 'portal-frame/keys';
export type { AppFeatures } from 'portal-frame/wire';

/** Characters of a comment. */
export const MAX_TEXT = 4000;
/** People that one comment mentions. */
export const MAX_MENTIONS = 20;
/** Comments shown at first, and more with each click. */
export const PAGE_SIZE = 50;

export interface Person {
  id: string;
  name: string;
  role: string;
}

export interface WireComment {
  id: string;
  text: string;
  by: Person;
  /** True if the reader wrote it. */
  own: boolean;
  /** ISO moments. */
  at: string;
  editedAt: string | null;
  version: number;
  mentions: Person[];
}

declare module 'portal-frame/keys' {
  interface PluginKeys<_N extends string, _T extends string, _R extends object> {
    /** Its records have comments. */
    comments?: true;
  }
}

declare module 'portal-frame/wire' {
  interface AppFeatures {
    comments: true;
  }
}
