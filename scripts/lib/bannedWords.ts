/** Phrases of the former private language that comments no longer use. */
export const BANNED_WORDS =
  /\b(whoever|whomever|whatever it is|of theirs|of ours|reckon(ed|s)?|foresight|mends?|what of it|none but|stands in for what|by halves)\b/i;

/** Names that standard terms replaced. */
export const BANNED_NAMES =
  /\b(Scene|sceneOf|sceneWithin|keptSums|KEEPINGS|Keeping|reckon[A-Z]\w*|foresight|foldAnew|FOLDING|restNowAndThen|takeTurns?|ShowSheet)\b/;

/** Files that have the same name in every app or in every room: the frame finds them by it. */
export const SHARED_NAMES = [
  'plugin.ts',
  'keys.ts',
  'components.ts',
  'index.ts',
  'index.tsx',
  'app.ts',
  'profiles.ts',
  'roles.ts',
  'test.ts',
];

/** Folders of the app's server whose files are named after the resource. */
export const FOLDERS_BY_RESOURCE = /^server\/(calls|store|resources|demo)\//;

/** Folders with one file per call, which the records API replaces, and their sizes. */
export const CROWDED_FOLDERS: Record<string, number> = { 'server/calls': 30, 'server/store': 23, 'src/resources': 42 };
