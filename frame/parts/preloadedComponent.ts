import { type ComponentType, lazy, useState } from 'react';

export interface PreloadedComponent<P> {
  /** Fetches the file. */
  load: () => Promise<unknown>;
  /** The component, to be drawn at once where its file is there already, else after a wait. */
  getComponent: () => ComponentType<P>;
  /** Whether its file has come, or cannot be had. */
  isSettled: () => boolean;
}

/** A component in a file of its own that is fetched before it is needed. */
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

/** The component as it was when the one that draws it was mounted. */
export function usePreloaded<P>({ getComponent: component }: PreloadedComponent<P>): ComponentType<P> {
  const [found] = useState(() => component());
  return found;
}
