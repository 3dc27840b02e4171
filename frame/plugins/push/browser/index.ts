import { defineBrowserPlugin } from 'portal-frame/plugin';
import { push } from '../plugin.ts';

/**
 * Resumes push messages if the user allowed them. Only signing in asks for permission. A build without Firebase settings
 * gets none, and loads the code only to ask (spec 2).
 */
export async function startPushMessages({ signedIn }: { signedIn: boolean }): Promise<void> {
  if (!signedIn && !import.meta.env.VITE_FIREBASE_VAPID_KEY) return;
  const { startPush } = await import('./register.ts');
  await startPush({ ask: signedIn });
}

export default defineBrowserPlugin(push, { onOpen: (options) => void startPushMessages(options) });
