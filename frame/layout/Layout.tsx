import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { getPlugins } from '../config/app/pluginList.ts';
import { useLiveUpdates } from '../live/useLiveUpdates.ts';
import { onQuestion, type Question } from '../notify/askToConfirm.ts';
import { lazyComponent } from '../parts/lazyComponent.tsx';
import { getIdleMinutes } from '../session/idleActivity.ts';
import { findPathRole, getBottomBar, listScreenPaths } from '../session/menu.ts';
import { currentRole, readSession } from '../session/session.ts';
import { keepScreenForSignIn } from '../session/unsavedForms.ts';
import { hasUnsentWork, loadSender } from '../session/unsentWork.ts';
import { SIDEBAR } from '../theme/tokens.ts';
import { getPageRoles, type Role } from '../wire/roles.ts';
import { BOTTOM_BAR_HEIGHT, BottomBar } from './BottomBar.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Header } from './Header.tsx';
import { SectionNav } from './SectionNav.tsx';
import { TokenMissing } from './SessionWatch.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useSidebar } from './useSidebar.ts';

const Idle = lazyComponent(() => import('./Idle.tsx'));

/** Maps an address to its screen: a record's address belongs to its list. */
const getScreenPath = (pathname: string): string =>
  getPageRoles()
    .names.flatMap(listScreenPaths)
    .find((path) => pathname.startsWith(`${path}/`)) ?? pathname;

/** Sends the offline queue on any screen. */
const startSendingQueue = () => loadSender()?.then(({ startSending }) => startSending());

/** Header and menu around a signed-in role's screens. Scrolls to the top on every change of screen (spec 2). */
export function PortalLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // Kept until /signin is reached, so that an expiring session does not remove the layout.
  const [role] = useState(currentRole);
  const screen = getScreenPath(pathname);
  useEffect(() => {
    if (screen) window.scrollTo(0, 0);
  }, [screen]);
  if (!role || findPathRole(pathname) !== role) return children;
  return (
    <Shell role={role} screen={screen}>
      {children}
    </Shell>
  );
}

interface ShellProps {
  role: Role;
  screen: string;
  children: ReactNode;
}

function Shell({ role, screen, children }: ShellProps) {
  const sidebar = useSidebar();
  const main = useRef<HTMLElement>(null);
  // The screen and the menu render first, the header after them.
  const ready = useDeferredValue(true, false);
  const [minutes] = useState(getIdleMinutes);
  const { loggedOut, logOut, onTimeout } = useIdleLogout();
  useLiveUpdates();
  useEffect(() => {
    for (const { onOpen } of getPlugins()) onOpen?.({ signedIn: false });
    if (hasUnsentWork()) void startSendingQueue();
  }, []);
  // Unmount the screen first, with its question about unsaved changes.
  if (loggedOut) return readSession() === 'missing' ? <TokenMissing /> : <Navigate to="/logout" replace />;
  const bar = sidebar.rail ? [] : getBottomBar(role);
  const beside = sidebar.pinned ? SIDEBAR.open : sidebar.rail ? SIDEBAR.closed : 0;
  return (
    <Box
      data-shell
      sx={(theme) => ({
        minHeight: '100dvh',
        paddingLeft: `${beside}px`,
        bgcolor: 'background.default',
        transition: theme.transitions.create('padding-left'),
      })}
    >
      {ready && <SkipLink onSkip={() => main.current?.focus()} />}
      <Sidebar role={role} state={sidebar} ready={ready} />
      <Header role={role} open={sidebar.shown} onToggle={sidebar.toggle} ready={ready} />
      <Box
        component="main"
        ref={main}
        tabIndex={-1}
        sx={{
          maxWidth: 1600,
          mx: 'auto',
          p: { xs: 2, md: 3 },
          ...(bar.length > 0 && { pb: { xs: `calc(${BOTTOM_BAR_HEIGHT + 16}px + env(safe-area-inset-bottom))` } }),
          '&:focus-visible': { outline: 0 },
        }}
      >
        <SectionNav role={role} />
        <ErrorBoundary key={screen}>{children}</ErrorBoundary>
      </Box>
      {ready && bar.length > 0 && <BottomBar entries={bar} />}
      <Questions />
      {minutes > 0 && <Idle minutes={minutes} onTimeout={onTimeout} onLogout={logOut} />}
    </Box>
  );
}

/** Logs out after the idle time. If the session ended before, unsaved input stays for a new sign-in over the screen. */
function useIdleLogout() {
  const t = useTranslate();
  const [loggedOut, setLoggedOut] = useState(false);
  const logOut = useCallback(() => setLoggedOut(true), []);
  const onTimeout = useCallback(() => {
    const session = readSession();
    const reason = session === 'missing' ? 'errors.missingToken' : 'errors.unauthorized';
    if (typeof session !== 'string' || !keepScreenForSignIn(t(reason))) logOut();
  }, [logOut, t]);
  return { loggedOut, logOut, onTimeout };
}

function SkipLink({ onSkip }: { onSkip: () => void }) {
  const t = useTranslate();
  return (
    <Button
      variant="contained"
      onClick={onSkip}
      sx={{
        position: 'fixed',
        top: 12,
        left: 12,
        zIndex: 'tooltip',
        '&:not(:focus)': { transform: 'translateY(-80px)' },
      }}
    >
      {t('nav.skip')}
    </Button>
  );
}

const QuestionDialog = lazyComponent(async () => ({
  default: (await import('../parts/QuestionDialog.tsx')).QuestionDialog,
}));

/** Shows the questions of `askToConfirm`. */
function Questions() {
  const [question, setQuestion] = useState<Question>();
  useEffect(() => onQuestion(setQuestion), []);
  if (!question) return null;
  return (
    <QuestionDialog
      question={question}
      onAnswer={(confirmed) => {
        setQuestion(undefined);
        question.answer(confirmed);
      }}
    />
  );
}
