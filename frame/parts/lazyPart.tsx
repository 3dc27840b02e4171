import { type ComponentType, createElement, lazy, Suspense } from 'react';

/**
 * Like React's `lazy`, with its own boundary: renders nothing while the code loads.
 * @example const LabelDialog = lazyPart(() => import('./LabelDialog.tsx'));
 */
export function lazyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const Part = lazy(load) as ComponentType<P>;
  return (props) => <Suspense fallback={null}>{createElement(Part, props)}</Suspense>;
}
