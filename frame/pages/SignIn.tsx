import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { getConnectionErrorText } from '../dataProvider/connectionError.ts';
import { translate } from '../i18n/provider.ts';
import { onFirstInput } from '../layout/firstInput.ts';
import { useTabTitle } from '../notify/tabTitle.ts';
import { toast } from '../notify/toast.ts';
import type { Role } from '../wire/call.ts';
import { OIDC_NAME_COOKIE, OIDC_PARAMETER, OIDC_START } from '../wire/oidc.ts';
import { Brand, BrandPane } from './signIn/BrandPane.tsx';
import type { SecondFactorProps } from './signIn/SecondFactor.tsx';
import { Field, PasswordField } from './signIn/SignInField.tsx';
import { loadAuthCalls, type SignInReply, signIn, storeNewSession } from './signIn/signInRequest.ts';
import { useAttempt } from './signIn/useAttempt.ts';
import './signIn/field.css';
import './signIn/signIn.css';

/** Takes the outcome of the identity provider out of the address. */
function takeOidcOutcome(): string | null {
  const outcome = new URLSearchParams(location.search).get(OIDC_PARAMETER);
  if (outcome !== null) history.replaceState(history.state, '', location.pathname);
  return outcome;
}

const getInputValue = (form: HTMLFormElement, name: string) =>
  (form.elements.namedItem(name) as HTMLInputElement).value;

/** Asks for notification permission without blocking the sign-in (spec 2). */
const registerPush = () => import('../push/register.ts').then(({ startPush }) => startPush({ ask: true }));

/** Loads the dialog for a forgotten password. A failure shows as a toast. */
const loadReset = () =>
  import('./signIn/ResetPassword.tsx').then(
    (file) => file.default,
    () => void toast.error(getConnectionErrorText('errors.tryAgain')),
  );

/**
 * The sign-in screen (spec 2) of the first load, without react-admin and MUI. Inputs are uncontrolled: text may be
 * typed before this code runs (signIn/prerendered.ts). `onSignedIn` runs after the session is stored.
 */
export default function SignIn({ onSignedIn }: { onSignedIn: (role: Role) => void }) {
  const { busy, error, attempt } = useAttempt('errors.tryAgain', { withToast: true });
  const [next, setNext] = useState<{ Step: ComponentType<SecondFactorProps>; proofRequest: object }>();
  const email = useRef('');
  const [Reset, setReset] = useState<ComponentType<{ onClose: () => void }>>();
  useTabTitle(translate('signIn.title'));
  useEffect(() => onFirstInput(() => void loadAuthCalls()), []);

  const enter = (data: unknown) => {
    onSignedIn(storeNewSession(data as SignInReply | null, email.current));
    void registerPush();
  };
  const proceed = async (data: SignInReply | null) => {
    if (!data?.secondFactor) return enter(data);
    const { default: Step } = await import('./signIn/SecondFactor.tsx');
    setNext({ Step, proofRequest: data.secondFactor });
  };
  const finishOidc = async (outcome: string) => {
    const oidc = await import('./signIn/oidcRequest.ts');
    const data = await oidc.finishOidc(outcome);
    email.current = data.email ?? '';
    await proceed(data);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that the page was opened with
  useEffect(() => {
    const outcome = takeOidcOutcome();
    if (outcome !== null) void attempt(() => finishOidc(outcome));
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    return attempt(async () => {
      email.current = getInputValue(form, 'email');
      await proceed(await signIn(email.current, getInputValue(form, 'password')));
    }, event);
  };
  return (
    <div className="signin">
      <BrandPane />
      <main className="signin-main">
        {next && <next.Step proofRequest={next.proofRequest} onData={enter} onBack={() => setNext(undefined)} />}
        <form hidden={next !== undefined} className="signin-form" onSubmit={submit}>
          <Brand />
          <div>
            <h1>{translate('signIn.title')}</h1>
            <p className="quiet">{translate('signIn.subtitle')}</p>
          </div>
          <CredentialFields />
          {error && (
            <p className="signin-error" role="alert">
              {error}
            </p>
          )}
          <button type="submit" className="signin-submit" aria-busy={busy}>
            {translate(busy ? 'signIn.submitting' : 'signIn.submit')}
          </button>
          <OidcLink />
          <button
            type="button"
            className="signin-link"
            onClick={() => loadReset().then((Dialog) => setReset(() => Dialog))}
          >
            {translate('signIn.forgot')}
          </button>
        </form>
      </main>
      {Reset && <Reset onClose={() => setReset(undefined)} />}
    </div>
  );
}

const CredentialFields = () => (
  <>
    <Field label={translate('signIn.email')} type="email" name="email" autoComplete="username" required />
    <PasswordField label={translate('signIn.password')} name="password" autoComplete="current-password" required />
  </>
);

function readProviderName(): string {
  const cookies = document.cookie.split('; ').map((cookie) => cookie.replace(/^__Host-/, '').split('='));
  const [, name = ''] = cookies.find(([cookieName]) => cookieName === OIDC_NAME_COOKIE) ?? [];
  return decodeURIComponent(name);
}

/** Links to the identity provider, if the server names one in a cookie, which the prerendered page cannot know. */
function OidcLink() {
  const [name, setName] = useState('');
  useEffect(() => setName(readProviderName()), []);
  if (!name) return null;
  return (
    <a className="signin-other" href={OIDC_START}>
      {translate('signIn.oidc.with', { name })}
    </a>
  );
}
