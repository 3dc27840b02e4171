import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import type { Lazy } from '../fields/kind.ts';

const components = new WeakMap<object, ComponentType<never>>();

/** Creates a lazy component with `fallback`. One per `load`, so it may be called while rendering. */
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

export interface PreloadedComponent<P> {
  load: () => Promise<unknown>;
  Component: ComponentType<P>;
  /** True once the file is loaded or has failed to load. */
  isSettled: () => boolean;
}

/** Returns a component whose file can be loaded in advance. It renders `fallback` while loading. */
export function createPreloaded<P extends object>(load: Lazy<P>, fallback: ReactNode = null): PreloadedComponent<P> {
  let loaded: ComponentType<P> | undefined;
  let settled = false;
  const loadFile = async () => {
    try {
      const file = await load();
      loaded = file.default;
      return file;
    } finally {
      settled = true;
    }
  };
  const Loading: ComponentType<P> = lazy(loadFile);
  const select = () => loaded ?? Loading;
  const component: ComponentType<P> = (props) => <Selected select={select} props={props} fallback={fallback} />;
  return { load: loadFile, Component: component, isSettled: () => settled };
}

interface SelectedProps<P> {
  select: () => ComponentType<P>;
  props: P;
  fallback: ReactNode;
}

/** Selects the component at mount, so that it never changes while displayed. */
function Selected<P extends object>({ select, props, fallback }: SelectedProps<P>) {
  const [Component] = useState(select);
  return (
    <Suspense fallback={fallback}>
      <Component {...props} />
    </Suspense>
  );
}
