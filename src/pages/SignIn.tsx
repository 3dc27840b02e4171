import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react';
import { storeSession } from '../authProvider/session.ts';
import { request } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';
import { Mark } from '../layout/Brand.tsx';
import { toast } from '../layout/toast.ts';
import { ROLES, type Role } from '../wire/call.ts';
import { asObject, asText } from '../wire/values.ts';
import { BrandPane } from './signIn/BrandPane.tsx';
import { Field, PasswordField } from './signIn/Field.tsx';

const ResetPassword = lazy(() => import('./signIn/ResetPassword.tsx'));
/** The declarations of the calls come after the screen: they bring all of the wire's schemas with them. */
const loadCalls = () => import('../wire/auth.ts');

/** Signs in and keeps the session; gives the role. Anything that goes wrong is an Error whose message can be shown. */
async function signIn(email: string, password: string): Promise<Role> {
  const { authCalls } = await loadCalls();
  const data = asObject(await request(authCalls.signIn, { body: { email: email.trim(), password } }));
  const role = ROLES.find((one) => one === data.role);
  if (!role) throw new Error(translate('errors.invalidRole'));
  if (!asText(data.userAuthToken)) throw new Error(translate('errors.signIn'));
  storeSession(asText(data.userAuthToken), asText(data.fullName), asText(data.timeZone));
  return role;
}

/** Asks for notifications and registers this browser for them, without holding the person up (spec 2). */
const registerPush = () => import('../push/register.ts').then(({ startPush }) => startPush({ ask: true }));

/**
 * The sign-in screen (spec 2), alone in the first load: it knows nothing of react-admin.
 * `onSignedIn` is called with the role once the session is stored.
 */
export default function SignIn({ onSignedIn }: { onSignedIn: (role: Role) => void }) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [resetting, setResetting] = useState(false);
  useEffect(() => {
    document.title = `${translate('signIn.title')} · ${translate('app.name')}`;
    void loadCalls();
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      onSignedIn(await signIn(email, password));
      void registerPush();
    } catch (cause) {
      const message = cause instanceof Error ? cause.message : translate('errors.tryAgain');
      setError(message);
      toast.error(message);
      setBusy(false);
    }
  };

  return (
    <Box sx={{ display: 'grid', minHeight: '100dvh', gridTemplateColumns: { md: '1fr 1fr' } }}>
      <BrandPane />
      <Box component="main" sx={{ display: 'grid', placeItems: { xs: 'start center', sm: 'center' }, p: 3 }}>
        <Box component="form" onSubmit={submit} sx={{ display: 'grid', gap: 2.5, width: 1, maxWidth: 380 }}>
          <Box sx={{ display: { md: 'none' }, mt: { xs: 3, sm: 0 } }}>
            <Mark size={44} />
          </Box>
          <Box>
            <Typography variant="h4" component="h1" sx={{ mb: 0.5 }}>
              {translate('signIn.title')}
            </Typography>
            <Typography color="text.secondary">{translate('signIn.subtitle')}</Typography>
          </Box>
          <Field
            label={translate('signIn.email')}
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={setEmail}
            required
            autoFocus
          />
          <PasswordField
            label={translate('signIn.password')}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
            required
          />
          {error && (
            <Typography role="alert" color="error">
              {error}
            </Typography>
          )}
          <Button type="submit" variant="contained" size="large" loading={busy} loadingPosition="start">
            {translate(busy ? 'signIn.submitting' : 'signIn.submit')}
          </Button>
          <Link component="button" type="button" onClick={() => setResetting(true)} sx={{ justifySelf: 'start' }}>
            {translate('signIn.forgot')}
          </Link>
        </Box>
      </Box>
      {resetting && (
        <Suspense fallback={null}>
          <ResetPassword onClose={() => setResetting(false)} />
        </Suspense>
      )}
    </Box>
  );
}
