import { ResourceContextProvider } from 'ra-core';
import { createContext, type ReactNode, useContext } from 'react';
import type { AnyResource } from '../../config/resource.ts';
import type { Role } from '../../wire/call.ts';

interface ResourceView {
  resource: AnyResource;
  role: Role;
}

const ViewContext = createContext<ResourceView | null>(null);

/** Provides resource and role to the view inside, and the resource name to react-admin. */
export const ViewProvider = ({ value, children }: { value: ResourceView; children: ReactNode }) => (
  <ViewContext.Provider value={value}>
    <ResourceContextProvider value={value.resource.name}>{children}</ResourceContextProvider>
  </ViewContext.Provider>
);

/** Returns the resource and role of the surrounding view. */
export function useView(): ResourceView {
  const view = useContext(ViewContext);
  if (!view) throw new Error('This part stands only inside a generated view.');
  return view;
}
