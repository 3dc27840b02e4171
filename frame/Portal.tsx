import CssBaseline from '@mui/material/CssBaseline';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type AuthProvider,
  CoreAdminUI,
  CustomRoutes,
  type DataProvider,
  localStorageStore,
  ResourceDefinitionContextProvider,
  type Store,
} from 'ra-core';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
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
import { Notification } from './layout/ForwardNotifications.tsx';
import { PortalLayout } from './layout/Layout.tsx';
import { SessionWatch } from './layout/SessionWatch.tsx';
import LogOut from './pages/LogOut.tsx';
import NotFound from './pages/NotFound.tsx';
import { Reauthenticate } from './pages/reauthenticate/Reauthenticate.tsx';
import SignIn from './pages/SignIn.tsx';
import { SignInAgain } from './pages/signInAgain/SignInAgain.tsx';
import { addAdminMessages } from './parts/adminMessages.ts';
import { loadFirstComponents } from './parts/firstComponents.ts';
import { lazyComponent } from './parts/lazyComponent.tsx';
import { Guard, screens } from './screens.tsx';
import { getHomePath } from './session/homePath.ts';
import { describeUnsent, notifyLostWork } from './session/notifyLostWork.ts';
import { takeReturnTo } from './session/returnTo.ts';
import { currentRole, currentSession } from './session/session.ts';
import { getUnsentCounts, hasUnsentWork } from './session/unsentWork.ts';
import { darkTheme, lightTheme } from './theme/theme.ts';
import { loadListViews } from './views/list/listViews.tsx';
import { getPageRoles, LOGOUT } from './wire/roles.ts';
import './theme/details.css';
import './theme/menu.css';
import './theme/print.css';
import './theme/records.css';
import './theme/sheet.css';

export interface Providers {
  authProvider: AuthProvider;
  dataProvider: DataProvider;
}

const UndoEmail = lazyComponent(() => import('./pages/UndoEmail.tsx'));
const QuestionDialog = lazyComponent(async () => ({
  default: (await import('./parts/QuestionDialog.tsx')).QuestionDialog,
}));

/** Query client for the next portal, filled by `prepare`. */
let preparedClient: QueryClient | undefined;
const persisted = localStorageStore();
/** Names the shown language. Without one, react-admin draws nothing until an effect has compared it. */
const store: Store = {
  ...persisted,
  getItem: (key: string, value?: unknown) =>
    persisted.getItem(key, key === 'locale' ? i18nProvider.getLocale() : value) as never,
};

/** Milliseconds that the first screen waits for early replies. */
const EARLY_REPLY_TIMEOUT = 150;

/**
 * Adds react-admin's texts, and fills the query client with the opened list before the first render, so that the list
 * renders once. Its request was sent early (dataProvider/prefetchOpenedList.ts).
 */
export async function prepare({ dataProvider }: Pick<Providers, 'dataProvider'>): Promise<void> {
  await Promise.all([addAdminMessages(), loadFirstComponents(), loadListViews()]);
  const role = currentRole();
  const resource = role === null ? undefined : resources.find(({ roles }) => roles[role]?.list === location.pathname);
  if (!resource || location.search !== '' || readPreference(`${resource.name}.view`)) return;
  // A late or failed reply is left to the list, which shows errors and handles an expired session.
  const hasReplies = await Promise.race([
    settlePrefetchedReplies(),
    new Promise<boolean>((resolve) => setTimeout(resolve, EARLY_REPLY_TIMEOUT, false)),
  ]);
  if (!hasReplies) return;
  preparedClient = createQueryClient();
  await prefetchPage(preparedClient, dataProvider, resource.name, getInitialListParams(resource));
}

function takeQueryClient(): QueryClient {
  const client = preparedClient ?? createQueryClient();
  preparedClient = undefined;
  return client;
}

function HomeRedirect() {
  const role = currentRole();
  return <Navigate to={role ? getHomePath(role) : '/signin'} replace />;
}

/** Shows /signin to guests only (spec 2). */
function SignInRoute() {
  const navigate = useNavigate();
  if (currentRole()) return <Navigate to="/" replace />;
  return <SignIn onSignedIn={(role) => navigate(takeReturnTo(role), { replace: true })} />;
}

/**
 * Signs out and reloads /, which clears memory. If the host does not answer, only the query cache is cleared. Asks
 * first if this device holds unsent offline work, which signing out deletes.
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
    <QuestionDialog
      question={{ title: describeUnsent(lost).join(', '), text: 'unsent.text', confirm: 'unsent.leave' }}
      cancel="idle.stay"
      onAnswer={(confirmed) => (confirmed ? setAsks(false) : navigate('/', { replace: true }))}
    />
  );
}

/** Redirects react-admin's own address of a screen, `/supplies/7/show`, to the current role's path of it. */
function RoleRedirect({ resource, form }: { resource: string; form?: boolean }) {
  const { id } = useParams();
  const role = currentRole();
  const access = role === null ? undefined : resources.find(({ name }) => name === resource)?.roles[role];
  const path = form ? access?.form : access?.list;
  return <Navigate to={path ? (id ? `${path}/${id}` : path) : '/not-found'} replace />;
}

const toRoute = ({ path, element }: { path: string; element: ReactNode }) => (
  <Route key={path} path={path} element={element} />
);

const routesWithoutLayout = [
  { path: '/', element: <HomeRedirect /> },
  { path: '/signin', element: <SignInRoute /> },
  { path: '/not-found', element: <NotFound /> },
  { path: '/undo-email/:token?', element: <UndoEmail /> },
  { path: LOGOUT, element: <SignOutRoute /> },
  ...getPageRoles()
    .names.map((role) => ({
      path: getPageRoles().get(role).logout?.path ?? '',
      element: (
        <Guard key={role} role={role} endsSession>
          <SignOutRoute />
        </Guard>
      ),
    }))
    .filter(({ path }) => path !== ''),
];

const redirects = resources.flatMap(({ name }) => [
  { path: `/${name}/create`, element: <RoleRedirect resource={name} form /> },
  { path: `/${name}/:id/show`, element: <RoleRedirect resource={name} /> },
]);

/** Known from the start: react-admin's <Resource> adds each in an effect, which draws all screens a second time. */
const definitions = Object.fromEntries(resources.map(({ name }) => [name, { name }]));

/** The app as react-admin runs it, derived from src/resources. Like <Admin>, without its layout, sign-in and messages. */
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
      <ResourceDefinitionContextProvider definitions={definitions}>
        <CoreAdminUI
          layout={PortalLayout}
          catchAll={NotFound}
          accessDenied={NotFound}
          authenticationError={ScreenError}
          error={ScreenError}
          disableTelemetry
        >
          <CustomRoutes noLayout>{routesWithoutLayout.map(toRoute)}</CustomRoutes>
          <CustomRoutes>{[...redirects, ...screens].map(toRoute)}</CustomRoutes>
        </CoreAdminUI>
      </ResourceDefinitionContextProvider>
      <Reauthenticate />
      <SignInAgain />
      <Notification />
      <SessionWatch />
    </AdminContext>
  );
}

// react-admin needs a data router to warn about unsaved changes.
const createRouter = (providers: Providers) =>
  createBrowserRouter([{ path: '*', element: <Screens {...providers} /> }]);

/** Renders all screens of the app except the first sign-in (start.tsx), also those that need no session. */
export function Portal(providers: Providers) {
  const [router] = useState(() => createRouter(providers));
  // Transitions would render in slices between frames, which doubles the time of a click on a slow CPU.
  return <RouterProvider router={router} useTransitions={false} />;
}
