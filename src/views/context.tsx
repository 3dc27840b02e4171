import { createContext, useContext } from 'react';
import type { AnyResource } from '../config/resource.ts';
import type { Role } from '../wire/call.ts';

interface View {
  resource: AnyResource;
  role: Role;
}

const ViewContext = createContext<View | null>(null);
export const ViewProvider = ViewContext.Provider;

/** The resource and the role that the view around is for. */
export function useView(): View {
  const view = useContext(ViewContext);
  if (!view) throw new Error('This part stands only inside a generated view.');
  return view;
}
