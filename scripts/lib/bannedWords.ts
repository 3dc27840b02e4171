/** Phrases of the private dialect that comments no longer use. */
export const BANNED_WORDS =
  /\b(whoever|whomever|whatever it is|of theirs|of ours|reckon(ed|s)?|foresight|mends?|deed|those that|what of it|none but|nobody’s|is told|are told|stands in for what|by halves)\b/i;

/** Names that were replaced by standard terms. */
export const BANNED_NAMES =
  /\b(Scene|sceneOf|sceneWithin|Along|keptSums|KEEPINGS|Keeping|reckon\w*|foresight|foldAnew|FOLDING|unseen\w*|restNowAndThen|takeTurns?|ShowSheet|whileEmpty|whileFilled|laneFilter)\b/;

/** Folders that may hold more files than the limit, with their limits: one file per page, call or kind. */
export const CROWDED_FOLDERS: Record<string, number> = {};
