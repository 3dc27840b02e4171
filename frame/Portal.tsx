import CssBaseline from '@mui/material/CssBaseline';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type AuthProvider, CoreAdminUI, CustomRoutes, type DataProvider, localStorageStore, Resource } from 'ra-core';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { AdminContext } from 'react-admin';
import { createBrowserRouter, Navigate, Route, RouterProvider, useNavigate, useParams } from 'react-router';
import { resources } from './config/registry.ts';
import { getInitialListParams } from './config/resource.ts';
import { prefetchPage } from './dataProvider/prefetchPage.ts';
import { createQueryClient } from './dataProvider/queryClient.ts';
import { settlePrefetchedReplies } from './dataProvider/request.ts';
import { readPreference } from './i18n/preference.ts';
import { i18nProvider } from './i18n/provider.ts';
import { ScreenError } from './layout/ErrorBoundary.tsx';
import { PortalLayout } from './layout/Layout.tsx';
import { Notification } from './layout/Notification.tsx';
import { SessionWatch } from './layout/SessionWatch.tsx';
import LogOut from './pages/LogOut.tsx';
import NotFound from './pages/NotFound.tsx';
import { Reauthenticate } from './pages/reauthenticate/Reauthenticate.tsx';
import SignIn from './pages/SignIn.tsx';
import { SignInAgain } from './pages/signInAgain/SignInAgain.tsx';
import { Guard, screens } from './screens.tsx';
import { getHomePath } from './session/home.ts';
import { notifyLostWork } from './session/notifyLostWork.ts';
import { takeReturnTo } from './session/returnTo.ts';
import { currentRole, currentSession } from './session/session.ts';
import { getUnsentCounts, hasUnsentWork } from './session/unsentWork.ts';
import { darkTheme, lightTheme } from './theme/theme.ts';
import { getRole, LOGOUT, ROLES } from './wire/roles.ts';
import './theme/details.css';
import './theme/menu.css';
import './theme/print.css';
import './theme/records.css';
import './theme/sheet.css';

/** What the app hands to react-admin. */
export interface Providers {
  authProvider: AuthProvider;
  dataProvider: DataProvider;
}

const UndoEmail = lazy(() => import('./pages/UndoEmail.tsx'));
const UnsentWork = lazy(() => import('./layout/UnsentWork.tsx'));

/** The one of the next portal to be opened, with what is known before. */
let preparedClient: QueryClient | undefined;
const store = localStorageStore();

/** Milliseconds that the first screen waits for the records that were asked for while its code loaded. */
const EARLY_REPLY_TIMEOUT = 150;

/**
 * Hands the records of the list that was opened to the portal before it is drawn: they were asked for early
 * (dataProvider/first.ts), and a list that has them need not be drawn twice.
 */
export async function prepare({ dataProvider }: Pick<Providers, 'dataProvider'>): Promise<void> {
  const role = currentRole();
  const resource = role === null ? undefined : resources.find(({ roles }) => roles[role]?.list === location.pathname);
  if (!resource?.api || location.search !== '' || readPreference(`${resource.name}.calendar`)) return;
  // One that comes later is taken by the list itself, and so is a failure: it shows it, and sees to a session that is over.
  const here = await Promise.race([
    settlePrefetchedReplies(),
    new Promise<boolean>((resolve) => setTimeout(resolve, EARLY_REPLY_TIMEOUT, false)),
  ]);
  if (!here) return;
  preparedClient = createQueryClient();
  await prefetchPage(preparedClient, dataProvider, resource.name, getInitialListParams(resource));
}

function takeQueryClient(): QueryClient {
  const client = preparedClient ?? createQueryClient();
  preparedClient = undefined;
  return client;
}

/** / leads each role to its first screen, others to /signin (spec 2). */
function HomeRedirect() {
  const role = currentRole();
  return <Navigate to={role ? getHomePath(role) : '/signin'} replace />;
}

/** Signed-in people have no business at /signin (spec 2: the guest-only wrapper). */
function SignInRoute() {
  const navigate = useNavigate();
  if (currentRole()) return <Navigate to="/" replace />;
  return <SignIn onSignedIn={(role) => navigate(takeReturnTo(role), { replace: true })} />;
}

/**
 * A fresh load of / leaves nothing of the session in memory. A host that did not answer may not be there to give one:
 * then the portal forgets what it fetched and goes on from what it has. Photos and reports that the host does not have yet
 * are asked about first, while there is a session to send them with.
 */
function SignOutRoute() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const leave = useCallback(
    (end: 'done' | 'failed') => {
      if (end === 'done') return location.replace('/');
      queryClient.clear();
      navigate('/', { replace: true });
    },
    [navigate, queryClient],
  );
  const [lost] = useState(getUnsentCounts);
  const [asks, setAsks] = useState(hasUnsentWork(lost) && currentSession() !== null);
  useEffect(() => {
    if (!asks) notifyLostWork(lost);
  }, [asks, lost]);
  if (!asks) return <LogOut onSignedOut={leave} />;
  return (
    <Suspense fallback={null}>
      <UnsentWork onLeave={() => setAsks(false)} onStay={() => navigate('/', { replace: true })} />
    </Suspense>
  );
}

/** react-admin's own addresses lead to the role's (design.md). */
function RoleRedirect({ resource, form }: { resource: string; form?: boolean }) {
  const { id } = useParams();
  const role = currentRole();
  const access = role === null ? undefined : resources.find(({ name }) => name === resource)?.roles[role];
  const path = form ? access?.form : access?.list;
  return <Navigate to={path ? (id ? `${path}/${id}` : path) : '/not-found'} replace />;
}

/**
 * The one react-admin app: its resources, its routes and its rights are all derived from src/resources. What <Admin> is made
 * of, but for its own layout, sign-in and messages, which would be fetched for nothing.
 */
function Screens({ authProvider, dataProvider }: Providers) {
  const [queryClient] = useState(takeQueryClient);
  return (
    <AdminContext
      authProvider={authProvider}
      dataProvider={dataProvider}
      i18nProvider={i18nProvider}
      store={store}
      queryClient={queryClient}
      theme={lightTheme}
      darkTheme={darkTheme}
    >
      <CssBaseline enableColorScheme />
      <CoreAdminUI
        layout={PortalLayout}
        catchAll={NotFound}
        accessDenied={NotFound}
        authenticationError={ScreenError}
        error={ScreenError}
        disableTelemetry
      >
        {resources.map(({ name }) => (
          <Resource key={name} name={name} />
        ))}
        <CustomRoutes noLayout>
          <Route path="/" element={<HomeRedirect />} />
          <Route path="/signin" element={<SignInRoute />} />
          <Route path="/not-found" element={<NotFound />} />
          <Route
            path="/undo-email/:token?"
            element={
              <Suspense fallback={null}>
                <UndoEmail />
              </Suspense>
            }
          />
          <Route path={LOGOUT} element={<SignOutRoute />} />
          {ROLES.map((role) => {
            const { logout } = getRole(role);
            return (
              logout && (
                <Route
                  key={role}
                  path={logout.path}
                  element={
                    <Guard role={role} endsSession>
                      <SignOutRoute />
                    </Guard>
                  }
                />
              )
            );
          })}
        </CustomRoutes>
        <CustomRoutes>
          {resources.flatMap(({ name }) => [
            <Route key={`${name} form`} path={`/${name}/create`} element={<RoleRedirect resource={name} form />} />,
            <Route key={`${name} popup`} path={`/${name}/:id/show`} element={<RoleRedirect resource={name} />} />,
          ])}
          {screens.map(({ path, element }) => (
            <Route key={path} path={path} element={element} />
          ))}
        </CustomRoutes>
      </CoreAdminUI>
      <Reauthenticate />
      <SignInAgain />
      <Notification />
      <SessionWatch />
    </AdminContext>
  );
}

// A data router: react-admin needs one to warn before unsaved changes are left.
const createRouter = (providers: Providers) =>
  createBrowserRouter([{ path: '*', element: <Screens {...providers} /> }]);

/** The app behind the sign-in. */
export function Portal(providers: Providers) {
  const [router] = useState(() => createRouter(providers));
  // Without transitions: in slices between frames, a slow processor takes twice as long for what was clicked.
  return <RouterProvider router={router} useTransitions={false} />;
}
