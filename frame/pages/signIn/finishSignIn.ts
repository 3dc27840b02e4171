import type { ComponentType } from 'react';
import type { SignInStepProps } from '../../config/app/defineBrowserPlugin.ts';
import { getPlugins } from '../../config/app/pluginList.ts';
import { getLanguage, i18nProvider } from '../../i18n/provider.ts';
import { addPluginMessages } from '../../parts/pluginMessages.ts';
import type { SignInReply } from './signInRequest.ts';

type FinishedSignIn = (SignInReply & { email?: string }) | null;

/** The sign-in page loads without plug-ins. */
async function loadPluginTexts(): Promise<void> {
  addPluginMessages();
  await i18nProvider.changeLocale(getLanguage());
}

/**
 * Completes the sign-in of a plug-in that led back here, and takes its outcome out of the address. Returns undefined if
 * there is none. Throws a RequestError if it was refused.
 */
export async function finishSignIn(): Promise<FinishedSignIn | undefined> {
  const outcomes = new URLSearchParams(location.search);
  const found = getPlugins().find((one) => one.finishSignIn && outcomes.has(one.plugin.name));
  if (!found) return undefined;
  history.replaceState(history.state, '', location.pathname);
  await loadPluginTexts();
  return (await found.finishSignIn?.(outcomes.get(found.plugin.name) ?? '')) as FinishedSignIn;
}

/** A further step that a reply asks for, with the component that draws it. */
export interface OpenStep {
  Step: ComponentType<SignInStepProps>;
  asked: unknown;
}

/** Finds the further step that a reply to a sign-in asks for; undefined if there is none. */
export async function findSignInStep(data: SignInReply | null): Promise<OpenStep | undefined> {
  const replies = data as Readonly<Record<string, unknown>> | null;
  const found = getPlugins().find(({ plugin, signInStep }) => signInStep && replies?.[plugin.name]);
  if (!found?.signInStep) return undefined;
  const [{ default: Step }] = await Promise.all([found.signInStep(), loadPluginTexts()]);
  return { Step, asked: replies?.[found.plugin.name] };
}
