import english from 'ra-language-english';
import { addMessages } from './provider.ts';

/** Adds react-admin's English texts, which the sign-in page does not need. */
export const addAdminMessages = (): Promise<void> => addMessages('en', english as Parameters<typeof addMessages>[1]);
