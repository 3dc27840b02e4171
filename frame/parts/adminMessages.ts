import english from 'ra-language-english';
import { addMessages } from '../i18n/provider.ts';
import type { Texts } from '../i18n/texts.ts';
import { addPluginMessages } from './pluginMessages.ts';

/** English texts of src/i18n/en.screens.ts, if an app has it. */
const [screens = {}] = Object.values(
  import.meta.glob<Texts>('/src/i18n/en.screens.ts', { eager: true, import: 'default' }),
);

/** Adds the texts that the sign-in page does not need: of react-admin, of plug-ins, and of the app's screens. */
export function addAdminMessages(): Promise<void> {
  addPluginMessages();
  return addMessages('en', { ...(english as unknown as Texts), ...screens });
}
