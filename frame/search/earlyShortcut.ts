import { isShortcut } from './shortcut.ts';

/** Shared through the document, because preload.js and the portal are separate scripts. */
const { dataset } = document.documentElement;

/** Records the shortcut and the keys typed after it until the portal has loaded. */
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

/** Returns the text typed after an early shortcut, or null if it was not pressed. Stops the recording. */
export function takeEarlyText(): string | null {
  const text = dataset.shortcut === 'pressed' ? (dataset.typed ?? '') : null;
  dataset.shortcut = 'heard';
  delete dataset.typed;
  return text;
}
