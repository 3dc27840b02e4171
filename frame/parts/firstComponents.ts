import type { ComponentType } from 'react';
import type { BrowserPlugin, HeaderItemProps, ListActionProps } from '../config/app/defineBrowserPlugin.ts';
import { getPlugins } from '../config/app/pluginList.ts';
import { type AnyResource, mayDo } from '../config/resource.ts';
import type { Lazy } from '../fields/kind.ts';
import { isOffered } from '../session/session.ts';
import type { Role } from '../wire/roles.ts';

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
let listActions: readonly Named<ListActionProps>[] = [];

/** Loads the components of plug-ins that the first list shows, so that it is drawn once. */
export async function loadFirstComponents(): Promise<void> {
  [headerItems, listTools, listActions] = await Promise.all([
    load((one) => one.headerItem),
    load((one) => one.listTool),
    load((one) => one.listAction?.component),
  ]);
}

/** Returns the header items and list tools of plug-ins, once they are loaded. */
export const getFirstComponents = () => ({ headerItems, listTools });

/** Returns the actions of a list that plug-ins offer to a role. `Part` is undefined until it is loaded. */
export const getListActions = (resource: AnyResource, role: Role) =>
  getPlugins().flatMap(({ plugin: { name }, listAction }) => {
    if (!listAction || !mayDo(resource, role, listAction.right)) return [];
    const call = listAction.getCall(resource, role);
    if (resource.api && !(call && isOffered(call))) return [];
    return [{ ...listAction, name, Part: listActions.find((one) => one.name === name)?.Part }];
  });
