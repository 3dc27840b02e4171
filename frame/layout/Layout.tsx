import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { lazy, type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useLive } from '../live/useLive.ts';
import { idleMinutes } from '../session/activity.ts';
import { barOf, ownerOf, pathsOf } from '../session/menu.ts';
import { currentRole, readSession } from '../session/session.ts';
import { keepForSignIn } from '../session/unsaved.ts';
import { isWaiting, loadSender } from '../session/waiting.ts';
import { SIDEBAR } from '../theme/tokens.ts';
import { ROLES, type Role } from '../wire/call.ts';
import { BAR_HEIGHT, BottomBar } from './BottomBar.tsx';
import { CrashGuard } from './CrashGuard.tsx';
import { Header } from './Header.tsx';
import { Questions } from './Questions.tsx';
import { TokenMissing } from './SessionWatch.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useSidebar } from './useSidebar.ts';

const Idle = lazy(() => import('./Idle.tsx'));

/** The screen an address belongs to: a popup's address stands below its list's. */
const screenOf = (pathname: string): string =>
  ROLES.flatMap(pathsOf).find((path) => pathname.startsWith(`${path}/`)) ?? pathname;

/** Listens to push messages from here on, where the person has allowed them; only signing in asks. */
const listenToPush = () => import('../push/register.ts').then(({ startPush }) => startPush({ ask: false }));

/** Sends what was left on this device, whichever screen is open. */
const sendWaiting = () => loadSender()?.then(({ startSending }) => startSending());

/**
 * For react-admin's layout: the shell around the screens of the signed-in role; what belongs to nobody or to another role
 * stands alone. Every change of screen scrolls to the top (spec 2).
 */
export function PortalLayout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  // Signing in and out happen outside: a session that ends here keeps the shell until /signin is reached.
  const [role] = useState(currentRole);
  const screen = screenOf(pathname);
  useEffect(() => {
    if (screen) window.scrollTo(0, 0);
  }, [screen]);
  if (!role || ownerOf(pathname) !== role) return children;
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
  const t = useTranslate();
  const sidebar = useSidebar();
  const main = useRef<HTMLElement>(null);
  // Screen and menu are drawn first; the header fills its frame a moment later.
  const settled = useDeferredValue(true, false);
  const [minutes] = useState(idleMinutes);
  const [over, setOver] = useState(false);
  const onLeave = useCallback(() => setOver(true), []);
  // Whoever is away for too long leaves nothing on the screen; a session that was ended elsewhere is another matter.
  const onOver = useCallback(() => {
    const session = readSession();
    const why = session === 'missing' ? 'errors.missingToken' : 'errors.unauthorized';
    if (typeof session !== 'string' || !keepForSignIn(t(why))) onLeave();
  }, [onLeave, t]);
  useLive();
  useEffect(() => {
    void listenToPush();
    if (isWaiting()) void sendWaiting();
  }, []);
  // What is on the screen goes first, with whatever would ask before it is left.
  if (over) return readSession() === 'missing' ? <TokenMissing /> : <Navigate to="/logout" replace />;
  const bar = sidebar.rail ? [] : barOf(role);
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
      <SkipLink onSkip={() => main.current?.focus()} />
      <Sidebar role={role} state={sidebar} settled={settled} />
      <Header role={role} open={sidebar.shown} onToggle={sidebar.toggle} settled={settled} />
      <Box
        component="main"
        ref={main}
        tabIndex={-1}
        sx={{
          maxWidth: 1600,
          mx: 'auto',
          p: { xs: 2, md: 3 },
          ...(bar.length > 0 && { pb: { xs: `calc(${BAR_HEIGHT + 16}px + env(safe-area-inset-bottom))` } }),
          '&:focus-visible': { outline: 0 },
        }}
      >
        <CrashGuard key={screen}>{children}</CrashGuard>
      </Box>
      {settled && bar.length > 0 && <BottomBar entries={bar} />}
      <Questions />
      {minutes > 0 && (
        <Suspense fallback={null}>
          <Idle minutes={minutes} onOver={onOver} onLeave={onLeave} />
        </Suspense>
      )}
    </Box>
  );
}

/** The first thing the Tab key reaches; seen only then. */
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
