const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

export const SHORTCUT = isMac ? '⌘K' : 'Ctrl K';

export const UNDO_SHORTCUT = isMac ? '⌘Z' : 'Ctrl Z';

/** True if the key event opens the palette. */
export const isShortcut = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'k';
