import type { ReactNode } from 'react';
import { ListError } from './ListPlaceholders.tsx';

interface QueryContentProps<T> {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  /** Shown until the first reply. */
  loading?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows a query's data, even if a later request failed; else its error with a retry button. */
export function QueryContent<T>({ query: { data, error, refetch }, loading = null, children }: QueryContentProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <ListError message={error.message} onRetry={() => void refetch()} /> : loading;
}
