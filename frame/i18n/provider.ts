import type { I18nProvider } from 'ra-core';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import en from './languages/en.ts';
import { type PluginTexts, readPluginTexts } from './pluginTexts.ts';
import { getPreferredLanguage } from './preference.ts';
import { flattenTexts, getFileLocale, type Texts } from './texts.ts';
import type { Translate } from './translateMessage.ts';

type Phrases = Record<string, string>;
type Files = Record<string, () => Promise<Texts>>;

/** English loads with the first screen, other languages on demand. */
const [english = {}] = Object.values(import.meta.glob<Texts>('/src/i18n/en.ts', { eager: true, import: 'default' }));
const own: Files = import.meta.glob<Texts>(['/src/i18n/*.ts', '!/src/i18n/en.*'], { import: 'default' });
/** The frame's own files for other languages. */
const frames: Files = import.meta.glob<Texts>(['./languages/*.{js,ts}', '!./languages/en.*'], { import: 'default' });

/** English and the languages of the app. */
export const LOCALES = ['en', ...Object.keys(own).map(getFileLocale)];

/** English in full, and texts added at run time. Other languages override English, so missing texts fall back to it. */
const phrases: Record<string, Phrases> = { en: { ...flattenTexts(en), ...flattenTexts(english) } };
const fetched = new Map<string, Promise<Phrases>>();

/** Loads the texts of a language once, the app's over the frame's. */
function loadTexts(locale: string): Promise<Phrases> {
  const cached = fetched.get(locale);
  if (cached) return cached;
  const files = [frames, own].flatMap((all) => Object.entries(all).filter(([file]) => getFileLocale(file) === locale));
  const texts = Promise.all(files.map(([, read]) => read())).then(
    (all): Phrases => Object.assign({}, ...all.map((one) => flattenTexts(one))),
  );
  fetched.set(locale, texts);
  return texts;
}

let ofPlugins: readonly PluginTexts[] = [];
const late: PluginTexts[] = [];

/** Adds the texts of plug-ins below all others. `addMessages` or a change of the language shows them. */
export function addPluginTexts(added: readonly PluginTexts[]): void {
  ofPlugins = added;
  for (const { en: own } of added) phrases.en = { ...flattenTexts(own), ...phrases.en };
}

/** Adds texts that a plug-in loads with its screens, below all others, and shows them. */
export async function addLateTexts(added: PluginTexts): Promise<void> {
  late.push(added);
  phrases.en = { ...flattenTexts(added.en), ...phrases.en };
  await i18nProvider.changeLocale(getLanguage());
}

async function loadPhrases(locale: string): Promise<Phrases> {
  const [texts, ...added] = await Promise.all([
    loadTexts(locale),
    ...[...ofPlugins, ...late].map(async (one) => flattenTexts(await readPluginTexts(one, locale))),
  ]);
  return Object.assign({}, phrases.en, ...added, texts, phrases[locale]);
}

const getPhrases = (locale: string): Phrases | Promise<Phrases> =>
  isForeign(locale) ? loadPhrases(locale) : (phrases.en ?? {});
const isForeign = (locale: string) => locale !== 'en' && LOCALES.includes(locale);

const polyglot = polyglotI18nProvider(getPhrases as never, 'en', undefined, { allowMissing: true });

/** react-admin's i18n provider. Also sets the language of the document. */
export const i18nProvider: I18nProvider = {
  ...polyglot,
  async changeLocale(locale) {
    await polyglot.changeLocale(locale);
    // The build renders the sign-in page without a document.
    if (globalThis.document) document.documentElement.lang = locale;
  },
};

/** Translates a key into the current language, outside of React too. */
export const translate: Translate = (key, options) => i18nProvider.translate(key, options);

export const getLanguage = (): string => {
  const locale = i18nProvider.getLocale();
  return isForeign(locale) ? locale : 'en';
};

/** Adds texts to a language, such as labels of a resource. */
export function addMessages(locale: string, texts: Texts): Promise<void> {
  phrases[locale] = { ...phrases[locale], ...flattenTexts(texts) };
  return i18nProvider.changeLocale(getLanguage());
}

export async function loadPreferredLanguage(): Promise<void> {
  const preferred = getPreferredLanguage(isForeign);
  if (preferred !== 'en') await i18nProvider.changeLocale(preferred);
}
