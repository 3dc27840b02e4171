const INPUT_EVENTS = ['keydown', 'pointerdown', 'input'] as const;

/** Calls back once, when the person first types, clicks or touches; gives what stops waiting for it. */
export function onFirstInput(callback: () => void): () => void {
  const stop = () => {
    for (const name of INPUT_EVENTS) window.removeEventListener(name, run);
  };
  const run = () => {
    stop();
    callback();
  };
  for (const name of INPUT_EVENTS) window.addEventListener(name, run, { passive: true });
  return stop;
}
