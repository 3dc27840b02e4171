import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { pages } from './config/pages.ts';
import { resources } from './config/registry.ts';
import type { AnyResource, ViewProps } from './config/resource.ts';
import type { Label } from './fields/kind.ts';
import { translate } from './i18n/provider.ts';
import { ScreenSkeleton } from './layout/ScreenSkeleton.tsx';
import { useTabTitle } from './notify/tabTitle.ts';
import { toast } from './notify/toast.ts';
import { useLabel } from './parts/intl.ts';
import { isResourceOffered } from './session/menu.ts';
import { notifyLostWork } from './session/notifyLostWork.ts';
import { saveReturnTo } from './session/returnTo.ts';
import { detectMissingToken, dropToken, readSession } from './session/session.ts';
import { waitsForSignIn } from './session/unsaved.ts';
import ListView from './views/list/ListView.tsx';
import { ROLES, type Role } from './wire/call.ts';

const ReportsView = lazy(() => import('./views/reports/ReportsView.tsx'));
const FormView = lazy(() => import('./views/form/CreateView.tsx'));

interface GuardProps {
  role: Role;
  /** The screen ends the session itself: who may open it is looked at once. */
  endsSession?: boolean;
  children: ReactNode;
}

/** Opens a screen to its role only: no or an expired session goes to /signin, another role to /not-found (spec 2). */
export function Guard({ role, endsSession: leaves = false, children }: GuardProps) {
  // It looks again with each address: a list may ask for another page while its session ends.
  const { pathname, search } = useLocation();
  const now = readSession();
  const [opened] = useState(now);
  // Where somebody is to sign in over the screen, it stays.
  const session = leaves || (waitsForSignIn() && typeof opened !== 'string') ? opened : now;
  const client = useQueryClient();
  const ended = typeof session === 'string' && !leaves;
  // What was looked for in a list may name a person, and the next person may be another.
  const returnTo = typeof opened === 'string' ? pathname + search : pathname;
  useEffect(() => {
    if (ended) saveReturnTo(role, returnTo);
  }, [ended, role, returnTo]);
  useEffect(() => {
    // One that the portal itself took away while the screen was open went with a word of its own.
    if (session === 'missing' && (detectMissingToken() || opened === 'missing'))
      toast.error(translate('errors.missingToken'));
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

/** A page under its name in the browser's tab. */
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

/** What this host does not have is not found. */
function OfferedResource({ view: View, resource, role }: ViewProps & { view: ComponentType<ViewProps> }) {
  return isResourceOffered(resource, role) ? (
    <View resource={resource} role={role} />
  ) : (
    <Navigate to="/not-found" replace />
  );
}

function getResourceScreens(resource: AnyResource, role: Role): Screen[] {
  const { list, form, reports } = resource.roles[role] ?? {};
  return [
    ...(form ? [createScreen(form, role, <OfferedResource key={form} view={FormView} {...{ resource, role }} />)] : []),
    ...(reports
      ? [createScreen(reports, role, <OfferedResource key={reports} view={ReportsView} {...{ resource, role }} />)]
      : []),
    // The popup's address stands below the list's.
    ...(list
      ? [createScreen(`${list}/*`, role, <OfferedResource key={list} view={ListView} {...{ resource, role }} />)]
      : []),
  ];
}

/** Every screen of every role, with its guard: the pages, and the lists and forms of the resources. */
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
  ...resources.flatMap((resource) => ROLES.flatMap((role) => getResourceScreens(resource, role))),
];
