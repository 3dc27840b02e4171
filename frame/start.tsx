import { type ComponentType, lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { prefetchOpenedList } from './dataProvider/prefetchOpenedList.ts';
import { loadPreferredLanguage } from './i18n/provider.ts';
import { onFirstInput } from './layout/firstInput.ts';
import { Toasts } from './layout/LazyToastStack.tsx';
import SignIn from './pages/SignIn.tsx';
import { showsSignInOnly, takeOverPrerendered } from './pages/signIn/prerendered.ts';
import { notifyLostWork } from './session/notifyLostWork.ts';
import { takeReturnTo } from './session/returnTo.ts';
import { dropToken, readSession } from './session/session.ts';
import { getCurrentMode } from './theme/mode.ts';

// Registers the app's parts.
import.meta.glob('/src/app.ts', { eager: true });

interface AppModule {
  default: ComponentType;
  /** Runs before the first render. */
  prepare(): Promise<void>;
}

interface RootProps {
  root: HTMLElement;
  load: () => Promise<AppModule>;
  app: ComponentType;
}

/**
 * Renders only the sign-in at / and /signin without a session; the first input then loads the app. Otherwise renders
 * the app.
 */
function Root({ root, load, app: App }: RootProps) {
  const [isSignInOnly, setSignInOnly] = useState(showsSignInOnly);
  useEffect(() => {
    if (!isSignInOnly) return;
    history.replaceState(null, '', '/signin');
    takeOverPrerendered(root);
    if (readSession() === 'expired') notifyLostWork(dropToken());
    return onFirstInput(load);
  }, [isSignInOnly, root, load]);
  if (!isSignInOnly) {
    return (
      <Suspense fallback={null}>
        <App />
      </Suspense>
    );
  }
  return (
    <SignIn
      onSignedIn={(role) => {
        history.replaceState(null, '', takeReturnTo(role));
        setSignInOnly(false);
      }}
    />
  );
}

/**
 * Starts an app in the browser. Call it from src/main.tsx after importing src/roles.ts.
 * @example await start(() => import('./App.tsx'));
 */
export async function start(importApp: () => Promise<AppModule>): Promise<void> {
  const load = async () => {
    const app = await importApp();
    await app.prepare();
    return app;
  };
  // The first call applies the preferred mode.
  getCurrentMode();
  await loadPreferredLanguage();
  prefetchOpenedList();
  // The first format of a page loads the browser's data of locales: better while the app's files are on their way.
  setTimeout(() => new Date().toLocaleString());
  const root = document.getElementById('root') as HTMLElement;
  const render = (app: ComponentType) => {
    const screen = (
      <StrictMode>
        <Toasts />
        <Root root={root} load={load} app={app} />
      </StrictMode>
    );
    if (root.hasChildNodes() && showsSignInOnly()) hydrateRoot(root, screen);
    else createRoot(root).render(screen);
  };
  if (showsSignInOnly()) render(lazy(load));
  // React would delay what follows a fallback, and draw it in slices. Not awaited: App.tsx imports files of this one.
  else void load().then((app) => render(app.default));
}
