import type { QueryClient } from '@tanstack/react-query';
import { resources } from '../config/registry.ts';

/** Milliseconds to collect changes, and minimum between two refetches. */
const GATHER = 100;
const GAP = 500;

export interface Refresher {
  markChanged(resource: string): void;
  markAllChanged(): void;
  /** Refetches failed queries, after a reconnection. */
  retryFailed(): void;
}

/** Creates a refresher for the queries of changed resources and of those that depend on them. A hidden window waits. */
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
