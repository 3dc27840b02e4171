import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react';
import { getConnectionErrorText } from '../dataProvider/connectionError.ts';
import { translate } from '../i18n/provider.ts';
import { onFirstInput } from '../layout/firstInput.ts';
import { useTabTitle } from '../notify/tabTitle.ts';
import { toast } from '../notify/toast.ts';
import type { Role } from '../wire/call.ts';
import { getSignInStart, SIGN_IN_METHODS_COOKIE } from '../wire/signInMethods.ts';
import { Brand, BrandPane } from './signIn/BrandPane.tsx';
import type { OpenStep } from './signIn/finishSignIn.ts';
import { Field, PasswordField } from './signIn/SignInField.tsx';
import { loadAuthCalls, type SignInReply, signIn, storeNewSession } from './signIn/signInRequest.ts';
import { useAttempt } from './signIn/useAttempt.ts';
import './signIn/field.css';
import './signIn/signIn.css';

/** Reads the ways to sign in that the server announces, as plug-in and label. */
function readSignInMethods(): [string, string][] {
  const value = document.cookie.split(`${SIGN_IN_METHODS_COOKIE}=`)[1]?.split(';')[0] ?? '';
  return [...new URLSearchParams(decodeURIComponent(value))];
}

const getInputValue = (form: HTMLFormElement, name: string) =>
  (form.elements.namedItem(name) as HTMLInputElement).value;

/** Lets plug-ins go on without blocking the sign-in, such as with the permission of notifications (spec 2). */
async function openPlugins(): Promise<void> {
  const { getPlugins } = await import('../config/app/pluginList.ts');
  for (const { onOpen } of getPlugins()) onOpen?.({ signedIn: true });
}

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
  const [next, setNext] = useState<OpenStep>();
  const email = useRef('');
  const [Reset, setReset] = useState<ComponentType<{ onClose: () => void }>>();
  useTabTitle(translate('signIn.title'));
  useEffect(() => onFirstInput(() => void loadAuthCalls()), []);

  const enter = (data: SignInReply | null) => {
    onSignedIn(storeNewSession(data, email.current));
    void openPlugins();
  };
  const proceed = async (reply: unknown) => {
    const data = reply as SignInReply | null;
    if (data?.userAuthToken) return enter(data);
    const { findSignInStep } = await import('./signIn/finishSignIn.ts');
    const step = await findSignInStep(data);
    if (step) setNext(step);
    else enter(data);
  };
  const finish = async () => {
    const { finishSignIn } = await import('./signIn/finishSignIn.ts');
    const data = await finishSignIn();
    if (data === undefined) return;
    email.current = data?.email ?? '';
    await proceed(data);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the address that the page was opened with
  useEffect(() => {
    if (location.search) void attempt(finish);
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
        {next && <next.Step asked={next.asked} onData={proceed} onBack={() => setNext(undefined)} />}
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
          <OtherMethods />
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

/** Links to the ways to sign in of plug-ins, which the prerendered page cannot know. */
function OtherMethods() {
  const [methods, setMethods] = useState<[string, string][]>([]);
  useEffect(() => setMethods(readSignInMethods()), []);
  return methods.map(([plugin, name]) => (
    <a key={plugin} className="signin-other" href={getSignInStart(plugin)}>
      {translate('signIn.with', { name })}
    </a>
  ));
}
