/** Whether this is a Mac, where the shortcut is shown with its own key. */
const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** The shortcut as people read it. */
export const SHORTCUT = isMac ? '⌘K' : 'Ctrl K';

/** The key of what the last toast offers, as people read it. */
export const UNDO_SHORTCUT = isMac ? '⌘Z' : 'Ctrl Z';

/** Ctrl+K or Cmd+K. */
export const isShortcut = ({ ctrlKey, metaKey, key }: KeyboardEvent): boolean =>
  (ctrlKey || metaKey) && key.toLowerCase() === 'k';
