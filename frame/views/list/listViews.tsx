import { reactRouterProvider } from 'ra-core';
import type { ComponentType } from 'react';
import type { ListViewLocation, ListViewPart } from '../../config/app/defineBrowserPlugin.ts';
import { getPlugins } from '../../config/app/pluginList.ts';
import type { AnyResource } from '../../config/resource.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { ListSkeleton } from '../shared/ListPlaceholders.tsx';

type LoadedView = Pick<ListViewPart, 'isOffered' | 'texts' | 'icon'> & ListViewLocation & { View: ComponentType };

let views: readonly LoadedView[] = [];

/** Loads where the other views of lists keep their state. The first render of a list needs it. */
export async function loadListViews(): Promise<void> {
  views = await Promise.all(
    getPlugins().flatMap(({ listView }) =>
      listView
        ? listView.location().then(({ default: place }) => ({
            ...{ ...listView, ...place },
            View: lazyComponent(listView.component, () => <ListSkeleton layout="table" />),
          }))
        : [],
    ),
  );
}

/** The other view of a list, which a plug-in adds. */
export interface OtherView extends Pick<LoadedView, 'texts' | 'icon' | 'View'> {
  isShown: boolean;
  toggle: () => void;
}

/** Returns the other view of a list, if a plug-in offers one, and the router that keeps its state. */
export function useOtherView(resource: AnyResource) {
  // biome-ignore lint/correctness/useHookAtTopLevel: the views are the same in each render.
  const modes = views.map((view) => ({ ...view, ...view.useMode(resource) }));
  const other = modes.find(({ isOffered }) => isOffered(resource));
  return { other: other as OtherView | undefined, router: other?.router ?? reactRouterProvider };
}
