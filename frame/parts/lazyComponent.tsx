import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import type { Lazy } from '../fields/kind.ts';

const components = new WeakMap<object, ComponentType<never>>();

/**
 * Returns a component that loads its file on first use and renders `fallback` until then. The same `load` always
 * returns the same component, so it may be called while rendering.
 */
export function lazyComponent<P extends object>(
  load: Lazy<P>,
  fallback: (props: P) => ReactNode = () => null,
): ComponentType<P> {
  const known = components.get(load) as ComponentType<P> | undefined;
  if (known) return known;
  const Loaded: ComponentType<P> = lazy(load);
  const component: ComponentType<P> = (props) => (
    <Suspense fallback={fallback(props)}>
      <Loaded {...props} />
    </Suspense>
  );
  components.set(load, component);
  return component;
}
