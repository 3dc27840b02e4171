/** Without these imports, an app's compiler would not meet the interfaces that are extended below. */
export type { PluginKeys } from 'portal-frame/keys';
export type { AppFeatures } from 'portal-frame/wire';

/** Characters of a comment. */
export const MAX_TEXT = 4000;

export interface Person {
  id: string;
  name: string;
}

export interface WireComment {
  id: string;
  text: string;
  by: Person & { role: string };
  /** True if the reader wrote it. */
  own: boolean;
  /** ISO moments. */
  at: string;
  editedAt: string | null;
  version: number;
  /** With their names at that time, as in the text. */
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
