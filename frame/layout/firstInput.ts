const INPUT_EVENTS = ['keydown', 'pointerdown', 'input'] as const;

/** Calls back once on the first key press, click or touch. Returns a function that cancels it. */
export function onFirstInput(callback: () => void): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const run = () => {
    controller.abort();
    callback();
  };
  for (const name of INPUT_EVENTS) window.addEventListener(name, run, { passive: true, signal });
  return () => controller.abort();
}
