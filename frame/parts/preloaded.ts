import { type ComponentType, lazy, useState } from 'react';

export interface Preloaded<P> {
  /** Fetches the file. */
  fetch: () => Promise<unknown>;
  /** The component, to be drawn at once where its file is there already, else after a wait. */
  component: () => ComponentType<P>;
  /** Whether its file has come, or cannot be had. */
  settled: () => boolean;
}

/** A component in a file of its own that is fetched before it is needed. */
export function preloaded<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Preloaded<P> {
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
  return { fetch, component: () => ready ?? Later, settled: () => settled };
}

/** The component as it was when the one that draws it was mounted. */
export function usePreloaded<P>({ component }: Preloaded<P>): ComponentType<P> {
  const [found] = useState(() => component());
  return found;
}
