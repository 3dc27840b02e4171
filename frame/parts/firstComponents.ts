import type { ComponentType } from 'react';
import type { BrowserPlugin, HeaderItemProps } from '../config/app/defineBrowserPlugin.ts';
import { getPlugins } from '../config/app/pluginList.ts';
import type { Lazy } from '../fields/kind.ts';

interface Named<P> {
  /** The plug-in's. */
  name: string;
  Part: ComponentType<P>;
}

/** Loads the component that each plug-in has in a place. */
async function load<P>(getPart: (plugin: BrowserPlugin) => Lazy<P> | undefined): Promise<Named<P>[]> {
  const parts = getPlugins().map(async (one) => ({ name: one.plugin.name, Part: (await getPart(one)?.())?.default }));
  return (await Promise.all(parts)).flatMap(({ name, Part }) => (Part ? [{ name, Part }] : []));
}

let headerItems: readonly Named<HeaderItemProps>[] = [];
let listTools: readonly Named<object>[] = [];

/** Loads the components of plug-ins that the first list shows, so that it is drawn once. */
export async function loadFirstComponents(): Promise<void> {
  [headerItems, listTools] = await Promise.all([load((one) => one.headerItem), load((one) => one.listTool)]);
}

/** Returns the header items and list tools of plug-ins, once they are loaded. */
export const getFirstComponents = () => ({ headerItems, listTools });
