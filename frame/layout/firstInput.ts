const INPUT_EVENTS = ['keydown', 'pointerdown', 'input'] as const;

/** Calls back once on the first key press, click or touch. Returns a function that cancels it. */
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
