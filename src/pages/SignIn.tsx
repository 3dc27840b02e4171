import { type ComponentType, type FormEvent, useEffect, useState } from 'react';
import { storeSession } from '../authProvider/session.ts';
import { RequestError, request } from '../dataProvider/request.ts';
import { translate } from '../i18n/provider.ts';
import { onFirstInput } from '../layout/firstInput.ts';
import { useTabTitle } from '../layout/tabTitle.ts';
import { toast } from '../layout/toast.ts';
import { ROLES, type Role } from '../wire/call.ts';
import { Brand, BrandPane } from './signIn/BrandPane.tsx';
import { Field, PasswordField } from './signIn/Field.tsx';
import type { SecondFactorProps } from './signIn/SecondFactor.tsx';
import './signIn/field.css';
import './signIn/signIn.css';

/** The declarations of the calls come while the person types: they bring all of the wire's schemas with them. */
const loadCalls = () => import('../wire/auth.ts');

/** What a host replies, as far as it keeps to the wire. */
type Reply = Partial<Record<'userAuthToken' | 'role' | 'fullName' | 'timeZone', string>> & {
  features?: string[];
  idleMinutes?: number;
  /** Asked for in place of a token (src/wire/secondFactor.ts). */
  secondFactor?: object;
  uploadMb?: number;
};

/** Sends what was typed; what goes wrong is a RequestError. */
async function send(form: HTMLFormElement): Promise<Reply | null> {
  const typed = (name: string) => (form.elements.namedItem(name) as HTMLInputElement).value;
  const body = { email: typed('email').trim(), password: typed('password') };
  const { authCalls } = await loadCalls();
  return (await request(authCalls.signIn, { body })) as Reply | null;
}

/** Keeps the session that a reply opens; gives the role. */
function keep(data: Reply | null): Role {
  const role = ROLES.find((one) => one === data?.role);
  if (!role) throw new RequestError(translate('errors.invalidRole'), 0);
  if (!data?.userAuthToken) throw new RequestError(translate('errors.signIn'), 0);
  storeSession(data.userAuthToken, data);
  return role;
}

/** Asks for notifications and registers this browser for them, without holding the person up (spec 2). */
const registerPush = () => import('../push/register.ts').then(({ startPush }) => startPush({ ask: true }));

/**
 * The sign-in screen (spec 2), alone in the first load: it knows nothing of react-admin and MUI, which come later.
 * What is typed stays in the fields themselves, as it may have been typed before this code came (signIn/frame.ts).
 * `onSignedIn` is called with the role once the session is stored.
 */
export default function SignIn({ onSignedIn }: { onSignedIn: (role: Role) => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const [next, setNext] = useState<{ Step: ComponentType<SecondFactorProps>; asked: object }>();
  const [Reset, setReset] = useState<ComponentType<{ onClose: () => void }>>();
  useTabTitle(translate('signIn.title'));
  useEffect(() => onFirstInput(() => void loadCalls()), []);

  const enter = (data: unknown) => {
    onSignedIn(keep(data as Reply | null));
    void registerPush();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      const data = await send(event.currentTarget);
      if (data?.secondFactor) {
        const { default: Step } = await import('./signIn/SecondFactor.tsx');
        setNext({ Step, asked: data.secondFactor });
        setBusy(false);
      } else enter(data);
    } catch (cause) {
      const message = cause instanceof RequestError ? cause.message : translate('errors.tryAgain');
      setError(message);
      toast.error(message);
      setBusy(false);
    }
  };

  const openReset = () =>
    import('./signIn/ResetPassword.tsx').then(
      (found) => setReset(() => found.default),
      () => toast.error(translate('errors.tryAgain')),
    );

  return (
    <div className="signin">
      <BrandPane />
      <main className="signin-main">
        {next && <next.Step asked={next.asked} onData={enter} onBack={() => setNext(undefined)} />}
        <form hidden={next !== undefined} className="signin-form" onSubmit={submit}>
          <Brand />
          <div>
            <h1>{translate('signIn.title')}</h1>
            <p className="quiet">{translate('signIn.subtitle')}</p>
          </div>
          <Field label={translate('signIn.email')} type="email" name="email" autoComplete="username" required />
          <PasswordField
            label={translate('signIn.password')}
            name="password"
            autoComplete="current-password"
            required
          />
          {error && (
            <p className="signin-error" role="alert">
              {error}
            </p>
          )}
          <button type="submit" className="signin-submit" aria-busy={busy}>
            {translate(busy ? 'signIn.submitting' : 'signIn.submit')}
          </button>
          <button type="button" className="signin-link" onClick={openReset}>
            {translate('signIn.forgot')}
          </button>
        </form>
      </main>
      {Reset && <Reset onClose={() => setReset(undefined)} />}
    </div>
  );
}
