import { isShortcut } from './shortcut.ts';

/** On the document, as preload.js and the portal are loaded apart: whether the shortcut was pressed too early, or is heard. */
const { dataset } = document.documentElement;

/** Keeps the shortcut for the portal while its code is not there. */
export function keepShortcut(): void {
  window.addEventListener('keydown', (event) => {
    if (dataset.shortcut === 'heard' || !isShortcut(event)) return;
    event.preventDefault();
    dataset.shortcut = 'pressed';
  });
}

/** To be called by what hears the shortcut from now on: whether it was pressed before. */
export function wasPressed(): boolean {
  const early = dataset.shortcut === 'pressed';
  dataset.shortcut = 'heard';
  return early;
}
