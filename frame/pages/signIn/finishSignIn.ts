import { getPlugins } from '../../config/app/pluginList.ts';
import { getLanguage, i18nProvider } from '../../i18n/provider.ts';
import { addPluginMessages } from '../../parts/pluginMessages.ts';
import type { SignInReply } from './signInRequest.ts';

type FinishedSignIn = (SignInReply & { email?: string }) | null;

/**
 * Completes the sign-in of a plug-in that led back here, and takes its outcome out of the address. Returns undefined if
 * there is none. Throws a RequestError if it was refused.
 */
export async function finishSignIn(): Promise<FinishedSignIn | undefined> {
  const outcomes = new URLSearchParams(location.search);
  const found = getPlugins().find((one) => one.finishSignIn && outcomes.has(one.plugin.name));
  if (!found) return undefined;
  history.replaceState(history.state, '', location.pathname);
  addPluginMessages();
  await i18nProvider.changeLocale(getLanguage());
  return (await found.finishSignIn?.(outcomes.get(found.plugin.name) ?? '')) as FinishedSignIn;
}
