import english from 'ra-language-english';
import { addMessages } from './provider.ts';
import type { Texts } from './texts.ts';

/** English texts of src/i18n/en.screens.ts, if an app has it. */
const [screens = {}] = Object.values(
  import.meta.glob<Texts>('/src/i18n/en.screens.ts', { eager: true, import: 'default' }),
);

/** Adds the English texts that the sign-in page does not need: react-admin's and the app's of its screens. */
export const addAdminMessages = (): Promise<void> =>
  addMessages('en', { ...(english as unknown as Texts), ...screens });
