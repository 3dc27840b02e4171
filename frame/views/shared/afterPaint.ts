import { useEffect, useState } from 'react';

/** Runs the callback after the current frame was painted. Returns a function that cancels it. */
export function runAfterPaint(callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let frame = requestAnimationFrame(() => {
    // The first callback runs before the paint, the second after it.
    frame = requestAnimationFrame(() => {
      timer = setTimeout(callback);
    });
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** False in a component's first frame, then true. Use it to defer content that need not appear with the click. */
export function useHasPainted(): boolean {
  const [settled, setSettled] = useState(false);
  useEffect(() => runAfterPaint(() => setSettled(true)), []);
  return settled;
}
