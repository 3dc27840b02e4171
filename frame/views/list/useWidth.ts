import { useLayoutEffect, useState } from 'react';

/** Returns the element's width in px, Infinity while there is none. */
export function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const measure = () => setWidth(element?.clientWidth || Number.POSITIVE_INFINITY);
    measure();
    if (!element || !('ResizeObserver' in globalThis)) return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
