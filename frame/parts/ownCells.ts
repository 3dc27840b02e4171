import { type ComponentType, useEffect, useState } from 'react';
import type { CellProps } from '../config/resource.ts';
import type { Lazy } from '../fields/kind.ts';
import { type Preloaded, preloaded } from './preloaded.ts';

const cache = new WeakMap<Lazy<CellProps>, Preloaded<CellProps>>();

function ownCell(load: Lazy<CellProps>): Preloaded<CellProps> {
  const own = cache.get(load) ?? preloaded(load);
  cache.set(load, own);
  return own;
}

/** The component that a config names for a value: at once where its file is there, else after a wait. */
export const cellOf = (load: Lazy<CellProps>): ComponentType<CellProps> => ownCell(load).component();

/**
 * Fetches the components that columns name; true once they are there, so that rows are drawn in full. A file that cannot be
 * had is reported where it is drawn.
 */
export function useOwnCells(columns: readonly { component?: Lazy<CellProps> }[]): boolean {
  const loads = columns.flatMap(({ component }) => component ?? []);
  const [, setDone] = useState(0);
  const missing = loads.filter((load) => !ownCell(load).settled());
  const [first] = missing;
  useEffect(() => {
    if (!first) return;
    const done = () => setDone((before) => before + 1);
    ownCell(first).fetch().then(done, done);
  }, [first]);
  return missing.length === 0;
}
