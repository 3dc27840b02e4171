import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import { en } from '../../src/i18n/en.ts';
import { wantedLanguage } from './preference.ts';
import type { Translate } from './say.ts';

/** The languages a person can choose. */
export const LANGUAGES = [
  { locale: 'en', name: 'English' },
  { locale: 'es', name: 'Español' },
] as const;
export type Language = (typeof LANGUAGES)[number]['locale'];

/** Texts by key: flat ('list.view') or nested. */
export type Texts = { readonly [key: string]: string | Texts };
type Phrases = Record<string, string>;

/** Nested texts as flat ones, so that two sets can be laid over each other. */
function flat(texts: Texts, prefix = '', phrases: Phrases = {}): Phrases {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string') phrases[prefix + name] = text;
    else flat(text, `${prefix}${name}.`, phrases);
  }
  return phrases;
}

/** What is known so far. Spanish lies over English, so that a text that only English has is still a text. */
const phrases: Record<Language, Phrases> = { en: flat(en), es: {} };
let spanish: Promise<Phrases> | undefined;

function phrasesOf(locale: string): Phrases | Promise<Phrases> {
  if (locale !== 'es') return phrases.en;
  spanish ??= Promise.all([import('../../src/i18n/es.ts'), import('./ra-es.ts')]).then(([own, admin]) => ({
    ...flat(own.es),
    ...flat(admin.adminSpanish as Texts),
  }));
  return spanish.then((texts) => ({ ...phrases.en, ...texts, ...phrases.es }));
}

const polyglot = polyglotI18nProvider(phrasesOf as never, 'en', [...LANGUAGES], { allowMissing: true });

/** react-admin's translations; the language is kept in its store, and told to the document. */
export const i18nProvider: I18nProvider = {
  ...polyglot,
  async changeLocale(locale) {
    await polyglot.changeLocale(locale);
    // The build draws the sign-in where there is no document.
    if (globalThis.document) document.documentElement.lang = locale;
  },
};

/** The text of a key in the current language; usable without react-admin. */
export const translate: Translate = (key, options) => i18nProvider.translate(key, options);

/** The current language. */
export const language = (): Language => (i18nProvider.getLocale() === 'es' ? 'es' : 'en');

/** Adds texts (a resource's labels) to a language; there once the promise is kept. */
export function addMessages(locale: Language, texts: Texts): Promise<void> {
  Object.assign(phrases[locale], flat(texts));
  return i18nProvider.changeLocale(language());
}

/** Adds react-admin's own English texts, which the sign-in screen can do without. */
export const addAdminMessages = (): Promise<void> =>
  import('ra-language-english').then(({ default: admin }) => addMessages('en', admin as Texts));

/** Takes up the language that is wanted here. */
export async function startLanguage(): Promise<void> {
  if (wantedLanguage() === 'es') await i18nProvider.changeLocale('es');
}
