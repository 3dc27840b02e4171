import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import en from './languages/en.ts';
import { getPreferredLanguage } from './preference.ts';
import { flattenTexts, getFileLocale, type Texts } from './texts.ts';
import type { Translate } from './translateMessage.ts';

type Phrases = Record<string, string>;
type Files = Record<string, () => Promise<Texts>>;

/** The app's texts by language: a file for each. English comes with the first screen, another language when it is chosen. */
const [english = {}] = Object.values(import.meta.glob<Texts>('/src/i18n/en.ts', { eager: true, import: 'default' }));
const own: Files = import.meta.glob<Texts>(['/src/i18n/*.ts', '!/src/i18n/en.ts'], { import: 'default' });
/** The frame's own, beside English. */
const frames: Files = import.meta.glob<Texts>(['./languages/*.{js,ts}', '!./languages/en.*'], { import: 'default' });

/** The languages a person can choose: English, and those that the app has texts in. */
export const LOCALES = ['en', ...Object.keys(own).map(getFileLocale)];

/** What was added to a language, and English in full: another language lies over it, so that what that one lacks is said. */
const phrases: Record<string, Phrases> = { en: { ...flattenTexts(en), ...flattenTexts(english) } };
const fetched = new Map<string, Promise<Phrases>>();

/** A language's own texts, the app's over the frame's; fetched once. */
function textsOf(locale: string): Promise<Phrases> {
  const cached = fetched.get(locale);
  if (cached) return cached;
  const files = [frames, own].flatMap((all) => Object.entries(all).filter(([file]) => getFileLocale(file) === locale));
  const texts = Promise.all(files.map(([, read]) => read())).then(
    (all): Phrases => Object.assign({}, ...all.map((one) => flattenTexts(one))),
  );
  fetched.set(locale, texts);
  return texts;
}

function phrasesOf(locale: string): Phrases | Promise<Phrases> {
  if (!isOther(locale)) return phrases.en ?? {};
  return textsOf(locale).then((texts) => ({ ...phrases.en, ...texts, ...phrases[locale] }));
}
const isOther = (locale: string) => locale !== 'en' && LOCALES.includes(locale);

const polyglot = polyglotI18nProvider(phrasesOf as never, 'en', undefined, { allowMissing: true });

/** react-admin's translations; the language is kept in its store, and set on the document. */
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
export const getLanguage = (): string => {
  const locale = i18nProvider.getLocale();
  return isOther(locale) ? locale : 'en';
};

/** Adds texts (a resource's labels) to a language; there once the promise is kept. */
export function addMessages(locale: string, texts: Texts): Promise<void> {
  phrases[locale] = { ...phrases[locale], ...flattenTexts(texts) };
  return i18nProvider.changeLocale(getLanguage());
}

/** Adds react-admin's own English texts, which the sign-in screen can do without. */
export const addAdminMessages = (): Promise<void> =>
  import('ra-language-english').then(({ default: admin }) => addMessages('en', admin as Texts));

/** Takes up the person's language. */
export async function loadPreferredLanguage(): Promise<void> {
  const preferred = getPreferredLanguage(isOther);
  if (preferred !== 'en') await i18nProvider.changeLocale(preferred);
}
