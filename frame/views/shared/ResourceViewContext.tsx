import { ResourceContextProvider } from 'ra-core';
import { createContext, type ReactNode, useContext } from 'react';
import type { AnyResource } from '../../config/resource.ts';
import type { Role } from '../../wire/call.ts';

interface ResourceView {
  resource: AnyResource;
  role: Role;
}

const ViewContext = createContext<ResourceView | null>(null);

/** Says for which resource and role the parts within are; react-admin's own components find the resource there too. */
export const ViewProvider = ({ value, children }: { value: ResourceView; children: ReactNode }) => (
  <ViewContext.Provider value={value}>
    <ResourceContextProvider value={value.resource.name}>{children}</ResourceContextProvider>
  </ViewContext.Provider>
);

/** The resource and the role that the view around is for. */
export function useView(): ResourceView {
  const view = useContext(ViewContext);
  if (!view) throw new Error('This part stands only inside a generated view.');
  return view;
}
