import { isShortcut } from './shortcut.ts';

/** On the document, as preload.js and the portal are loaded apart: whether the shortcut was pressed too early, or is heard. */
const { dataset } = document.documentElement;

/** Keeps the shortcut, and what is typed after it, for the portal while its code is not there. */
export function recordEarlyShortcut(): void {
  window.addEventListener('keydown', (event) => {
    if (dataset.shortcut === 'heard') return;
    if (isShortcut(event)) {
      dataset.shortcut = 'pressed';
      dataset.typed = '';
    } else if (dataset.typed === undefined || event.target !== document.body || event.ctrlKey || event.metaKey) return;
    else if (event.key === 'Backspace') dataset.typed = dataset.typed.slice(0, -1);
    else if ([...event.key].length === 1) dataset.typed += event.key;
    else return;
    event.preventDefault();
  });
}

/** To be called by what hears the shortcut from now on: what was typed after it, or null where it was not pressed. */
export function takeEarlyText(): string | null {
  const text = dataset.shortcut === 'pressed' ? (dataset.typed ?? '') : null;
  dataset.shortcut = 'heard';
  delete dataset.typed;
  return text;
}
