import { type ComponentType, lazy, useState } from 'react';

export interface PreloadedComponent<P> {
  load: () => Promise<unknown>;
  /** The loaded component, or a lazy one while it loads. */
  getComponent: () => ComponentType<P>;
  /** True once the file is loaded or has failed to load. */
  isSettled: () => boolean;
}

/** Wraps a lazy component so that its file can be loaded in advance. */
export function createPreloaded<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): PreloadedComponent<P> {
  let ready: ComponentType<P> | undefined;
  let settled = false;
  const fetch = async () => {
    try {
      const file = await load();
      ready = file.default;
      return file;
    } finally {
      settled = true;
    }
  };
  const Later = lazy(fetch);
  return { load: fetch, getComponent: () => ready ?? Later, isSettled: () => settled };
}

/** Returns the component as it was at mount, so that it never changes while displayed. */
export function usePreloaded<P>({ getComponent: component }: PreloadedComponent<P>): ComponentType<P> {
  const [found] = useState(() => component());
  return found;
}
