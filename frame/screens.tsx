import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { pages } from './config/app/pages.ts';
import { resources } from './config/registry.ts';
import type { AnyResource, ViewProps } from './config/resource.ts';
import type { Label } from './fields/kind.ts';
import { translate } from './i18n/provider.ts';
import { ScreenSkeleton } from './layout/ScreenSkeleton.tsx';
import { useTabTitle } from './notify/tabTitle.ts';
import { toast } from './notify/toast.ts';
import { useLabel } from './parts/intl.ts';
import { getPluginScreens, isResourceOffered } from './session/menu.ts';
import { notifyLostWork } from './session/notifyLostWork.ts';
import { saveReturnTo } from './session/returnTo.ts';
import { detectMissingToken, dropToken, readSession } from './session/session.ts';
import { waitsForSignIn } from './session/unsavedForms.ts';
import ListView from './views/list/ListView.tsx';
import { getPageRoles, type Role } from './wire/roles.ts';

const FormView = lazy(() => import('./views/form/CreateView.tsx'));

interface GuardProps {
  role: Role;
  /** The screen ends the session itself, so the session is read only once. */
  endsSession?: boolean;
  children: ReactNode;
}

/**
 * Opens a screen to one role. Without a valid session it redirects to /signin, for other roles to /not-found (spec 2).
 */
export function Guard({ role, endsSession = false, children }: GuardProps) {
  // Rerenders on each address, because a session can end while a list changes its page.
  const { pathname, search } = useLocation();
  const now = readSession();
  const [opened] = useState(now);
  // While the user signs in again over the screen, keep it.
  const session = endsSession || (waitsForSignIn() && typeof opened !== 'string') ? opened : now;
  const client = useQueryClient();
  const ended = typeof session === 'string' && !endsSession;
  // A list's search may contain names that the next user must not see.
  const returnTo = typeof opened === 'string' ? pathname + search : pathname;
  useEffect(() => {
    if (ended) saveReturnTo(role, returnTo);
  }, [ended, role, returnTo]);
  useEffect(() => {
    // If the portal removed the token itself, the user was already told.
    if (session === 'missing' && (detectMissingToken() || opened === 'missing'))
      toast.error(translate('errors.missingToken'));
    // Deletes unsent work, too; only that loss is reported.
    if (session === 'expired') notifyLostWork(dropToken());
    if (typeof session === 'string') client.clear();
  }, [opened, session, client]);
  if (typeof session === 'string') return <Navigate to="/signin" replace />;
  return session.role === role ? (
    <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
  ) : (
    <Navigate to="/not-found" replace />
  );
}

function TitledPage({ label, children }: { label: Label; children: ReactNode }) {
  const translateLabel = useLabel();
  useTabTitle(translateLabel(label));
  return children;
}

interface Screen {
  path: string;
  role: Role;
  element: ReactNode;
}

const createScreen = (path: string, role: Role, screen: ReactNode): Screen => ({
  path,
  role,
  element: (
    <Guard key={path} role={role}>
      {screen}
    </Guard>
  ),
});

/** Redirects to /not-found if the host does not offer the resource to this role. */
function OfferedResource({ view: View, resource, role }: ViewProps & { view: ComponentType<ViewProps> }) {
  return isResourceOffered(resource, role) ? (
    <View resource={resource} role={role} />
  ) : (
    <Navigate to="/not-found" replace />
  );
}

function getResourceScreens(resource: AnyResource, role: Role): Screen[] {
  const { list, form } = resource.roles[role] ?? {};
  return [
    ...(form ? [createScreen(form, role, <OfferedResource key={form} view={FormView} {...{ resource, role }} />)] : []),
    ...getPluginScreens(resource, role).map(({ path, component }) =>
      createScreen(path, role, <OfferedResource key={path} view={lazy(component)} {...{ resource, role }} />),
    ),
    ...(list
      ? [createScreen(`${list}/*`, role, <OfferedResource key={list} view={ListView} {...{ resource, role }} />)]
      : []),
  ];
}

export const screens: Screen[] = [
  ...pages.map(({ path, role, component, title }) => {
    const Page = lazy<ComponentType<{ role: Role }>>(component);
    return createScreen(
      path,
      role,
      <TitledPage key={path} label={title}>
        <Page role={role} />
      </TitledPage>,
    );
  }),
  ...resources.flatMap((resource) => getPageRoles().names.flatMap((role) => getResourceScreens(resource, role))),
];
