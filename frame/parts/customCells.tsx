import { Skeleton } from '@mui/material';
import { type ComponentType, useEffect, useState } from 'react';
import type { CellProps } from '../config/resource.ts';
import type { Lazy } from '../fields/kind.ts';
import { createPreloaded, type PreloadedComponent } from './lazyComponent.tsx';

const preloadedCells = new WeakMap<Lazy<CellProps>, PreloadedComponent<CellProps>>();

function preloadCell(load: Lazy<CellProps>): PreloadedComponent<CellProps> {
  const own = preloadedCells.get(load) ?? createPreloaded(load, <Skeleton width={80} height={20} />);
  preloadedCells.set(load, own);
  return own;
}

export const getCellComponent = (load: Lazy<CellProps>): ComponentType<CellProps> => preloadCell(load).Component;

/** Loads the components that columns name. True once loaded, so rows appear complete. Errors surface when rendering. */
export function useCellsLoaded(columns: readonly (string | { component?: Lazy<CellProps> })[]): boolean {
  const loads = columns.flatMap((column) => (typeof column === 'string' ? [] : (column.component ?? [])));
  const [, setDone] = useState(0);
  const missing = loads.filter((load) => !preloadCell(load).isSettled());
  const [first] = missing;
  useEffect(() => {
    if (!first) return;
    const done = () => setDone((before) => before + 1);
    preloadCell(first).load().then(done, done);
  }, [first]);
  return missing.length === 0;
}
