import { type ComponentType, lazy, useState } from 'react';

interface Preloaded<P> {
  /** Fetches the file. */
  fetch: () => Promise<unknown>;
  /** The component, to be drawn at once where its file is there already, else after a wait. */
  component: () => ComponentType<P>;
}

/** A component in a file of its own that is fetched before it is wanted. */
export function preloaded<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Preloaded<P> {
  let ready: ComponentType<P> | undefined;
  const fetch = async () => {
    const file = await load();
    ready = file.default;
    return file;
  };
  const Later = lazy(fetch);
  return { fetch, component: () => ready ?? Later };
}

/** The component as it was when the one that draws it was mounted. */
export function usePreloaded<P>({ component }: Preloaded<P>): ComponentType<P> {
  const [found] = useState(() => component());
  return found;
}
