import './roles.ts';
import './app.ts';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { askFirst } from '../frame/dataProvider/first.ts';
import { addAdminMessages, startLanguage } from '../frame/i18n/provider.ts';
import { onFirstInput } from '../frame/layout/firstInput.ts';
import { Toasts } from '../frame/layout/Toasts.tsx';
import SignIn from '../frame/pages/SignIn.tsx';
import { isSignIn, takeOver } from '../frame/pages/signIn/frame.ts';
import { dropToken, readSession } from '../frame/session/session.ts';
import { tellLost } from '../frame/session/tellLost.ts';
import { takeWanted } from '../frame/session/wanted.ts';
import { currentMode } from '../frame/theme/mode.ts';

async function loadApp() {
  const [app] = await Promise.all([import('./App.tsx'), addAdminMessages()]);
  await app.prepare();
  return app;
}
const App = lazy(loadApp);

/**
 * The first screen is light: a visitor without a session gets the sign-in alone, and react-admin is fetched while
 * they type. Everybody else, and every other address, gets the portal, whose routes guard themselves.
 */
function Root() {
  const [light, setLight] = useState(isSignIn);
  useEffect(() => {
    if (!light) return;
    history.replaceState(null, '', '/signin');
    takeOver(root);
    if (readSession() === 'expired') tellLost(dropToken());
    return onFirstInput(loadApp);
  }, [light]);
  if (!light) {
    return (
      <Suspense fallback={null}>
        <App />
      </Suspense>
    );
  }
  return (
    <SignIn
      onSignedIn={(role) => {
        history.replaceState(null, '', takeWanted(role));
        setLight(false);
      }}
    />
  );
}

currentMode();
await startLanguage();
askFirst();
const root = document.getElementById('root') as HTMLElement;
const screen = (
  <StrictMode>
    <Toasts />
    <Root />
  </StrictMode>
);
if (root.hasChildNodes() && isSignIn()) hydrateRoot(root, screen);
else createRoot(root).render(screen);
