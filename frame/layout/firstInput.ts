const EVENTS = ['keydown', 'pointerdown', 'input'] as const;

/** Calls back once, when the person first types, clicks or touches; gives what stops waiting for it. */
export function onFirstInput(callback: () => void): () => void {
  const stop = () => {
    for (const name of EVENTS) window.removeEventListener(name, run);
  };
  const run = () => {
    stop();
    callback();
  };
  for (const name of EVENTS) window.addEventListener(name, run, { passive: true });
  return stop;
}
