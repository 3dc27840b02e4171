import { useEffect, useState } from 'react';

/** Calls back when the frame that is drawn now has been shown. Gives what calls it off. */
export function runAfterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = requestAnimationFrame(() => {
    // In the next one: the first is only about to be shown.
    frame = requestAnimationFrame(() => {
      timer = setTimeout(callback);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** False in the first frame of a component, true from the next on: for what may come after what was clicked for. */
export function useHasPainted(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => runAfterPaint(() => setSettled(true)), []);
  return settled;
}
