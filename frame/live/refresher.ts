import type { QueryClient } from '@tanstack/react-query';
import { resources } from '../config/registry.ts';

/** Milliseconds from a change to its refresh, so that a burst makes one, and at least between two refreshes. */
const GATHER = 100;
const GAP = 500;

export interface Refresher {
  /** Something of that resource was changed. */
  markChanged(resource: string): void;
  /** Anything may have been changed. */
  markAllChanged(): void;
  /** The host is back: what could not be fetched is fetched again. */
  retryFailed(): void;
}

/**
 * Refreshes what the screens show of resources that were changed: every query whose key names the resource, or one
 * that follows it. A window that nobody sees waits until it is seen.
 */
export function createRefresher(queryClient: QueryClient, signal: AbortSignal): Refresher {
  const touched = new Set<string>();
  let all = false;
  let failed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last = -GAP;

  function flush(): void {
    timer = undefined;
    if (document.hidden || signal.aborted) return;
    last = performance.now();
    const names = new Set<unknown>(touched);
    for (const { name, dependsOn = [] } of resources) if (dependsOn.some((one) => touched.has(one))) names.add(name);
    const [any, again] = [all, failed];
    void queryClient.invalidateQueries({
      predicate: ({ queryKey, state }) =>
        any || (again && state.status === 'error') || queryKey.some((part) => names.has(part)),
    });
    touched.clear();
    all = false;
    failed = false;
  }
  function soon(): void {
    timer ??= setTimeout(flush, Math.max(GATHER, last + GAP - performance.now()));
  }
  const seen = () => {
    if (all || failed || touched.size > 0) soon();
  };
  document.addEventListener('visibilitychange', seen, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));

  return {
    markChanged(resource) {
      touched.add(resource);
      soon();
    },
    markAllChanged() {
      all = true;
      soon();
    },
    retryFailed() {
      failed = true;
      soon();
    },
  };
}
