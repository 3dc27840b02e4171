import { Box, CircularProgress, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { request } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';
import { useTabTitle } from '../notify/tabTitle.ts';
import { toast } from '../notify/toast.ts';
import { clearBrowser } from '../session/clearBrowser.ts';
import { currentSession } from '../session/session.ts';
import { authCalls } from '../wire/calls/authCalls.ts';

/** Milliseconds before / opens (spec 9). */
const REDIRECT_DELAY = 1000;

type SignOutResult = 'done' | 'failed';

/** Ends the session here even if the host does not answer. */
async function signOut(): Promise<SignOutResult> {
  const asked = currentSession() ? request(authCalls.signOut) : undefined;
  const [answer] = await Promise.allSettled([asked, clearBrowser()]);
  return answer.status === 'fulfilled' ? 'done' : 'failed';
}

/** Shared by repeated mounts, so that React's strict mode signs out once. */
let pendingSignOut: ReturnType<typeof signOut> | undefined;

interface LogOutProps {
  /** Must be stable between renders. */
  onSignedOut: (end: SignOutResult) => void;
}

/** Signs out and always leaves the screen afterwards (spec 2, 8). */
export default function LogOut({ onSignedOut }: LogOutProps) {
  const [state, setState] = useState<'running' | SignOutResult>('running');
  useTabTitle(translate(`logout.${state}`));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let gone = false;
    pendingSignOut ??= signOut().finally(() => {
      pendingSignOut = undefined;
    });
    pendingSignOut.then((end) => {
      if (gone) return;
      if (end === 'failed') toast.error(translate('errors.signOut'));
      setState(end);
      timer = setTimeout(onSignedOut, REDIRECT_DELAY, end);
    });
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [onSignedOut]);

  return (
    <Box component="main" sx={{ display: 'grid', placeContent: 'center', minHeight: '100dvh' }}>
      <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2 }}>
        {state === 'running' && <CircularProgress size={28} aria-hidden />}
        <Typography variant="h1">{translate(`logout.${state}`)}</Typography>
      </Box>
    </Box>
  );
}
