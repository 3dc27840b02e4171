import type { AnyResource } from '../../config/resource.ts';
import { type Label, translateLabel } from '../../fields/kind.ts';
import { pickLanguage } from '../../i18n/pickLanguage.ts';
import { type PluginTexts, readPluginTexts } from '../../i18n/pluginTexts.ts';
import { flattenTexts } from '../../i18n/texts.ts';
import { splitWords, type Translate, translateMessage } from '../../i18n/translateMessage.ts';
import type { MessageArgs } from './httpError.ts';
import { languages } from './languages.ts';

const getLanguageTexts = (language: string): Record<string, string> => languages.get(language) ?? {};

/** Creates a translation that falls back to English, then to `_`, then to the key. */
const createTranslate =
  (language: string): Translate =>
  (key, options = {}) => {
    const text = getLanguageTexts(language)[key] ?? getLanguageTexts('en')[key] ?? String(options._ ?? key);
    return text.replace(/%\{(\w+)\}/g, (match, name: string) => String(options[name] ?? match));
  };

/** Creates the names of fields in messages: their words in English (spec 5), else their label or choice (a weekday). */
function createFieldLabel(language: string) {
  if (language === 'en') return splitWords;
  const texts = Object.entries(getLanguageTexts(language));
  const below = (start: RegExp) =>
    texts.flatMap(([key, text]) => (start.test(key) ? [[key.replace(start, ''), text] as const] : []));
  const labels = new Map([...below(/^resources\.\w+\.fields\./), ...below(/^choices\./)]);
  return (name: string) => labels.get(name) ?? splitWords(name);
}

export interface RequestTexts {
  language: string;
  translate: Translate;
  /** Formats an i18n key; its subject may follow after a bar. */
  formatMessage(message: string, args?: MessageArgs): string;
}

function createTexts(language: string): RequestTexts {
  const translate = createTranslate(language);
  const label = createFieldLabel(language);
  return {
    language,
    translate,
    formatMessage(message, args = {}) {
      const texts = Object.entries(args).map(([name, value]) => [
        name,
        typeof value === 'object' ? translateLabel(value.label, { t: translate, locale: language }) : value,
      ]);
      const all = Object.fromEntries(texts);
      return translateMessage(message, (key, options) => translate(key, { ...all, ...options }), label);
    },
  };
}
const textsByLanguage = new Map([...languages.keys()].map((language) => [language, createTexts(language)]));
const englishTexts = createTexts('en');

const added = new WeakSet<PluginTexts>();

/** Adds the texts of plug-ins once, which those of the app override. */
export async function addServerTexts(
  plugins: readonly { plugin: { texts?: PluginTexts }; texts?: PluginTexts }[] = [],
): Promise<void> {
  for (const texts of plugins.flatMap(({ plugin, texts: own }) => [plugin.texts ?? [], own ?? []].flat())) {
    if (added.has(texts)) continue;
    added.add(texts);
    for (const language of languages.keys()) {
      const read = flattenTexts(await readPluginTexts(texts, language));
      languages.set(language, { ...read, ...languages.get(language) });
      textsByLanguage.set(language, createTexts(language));
    }
  }
}

/** Returns the server's texts in the language of an Accept-Language header. */
export const getServerTexts = (acceptLanguage?: string): RequestTexts =>
  textsByLanguage.get(pickLanguage(acceptLanguage, languages)) ?? englishTexts;

/** Returns a label in a language of the server. */
export const translateServerLabel = (label: Label, language: string): string =>
  translateLabel(label, { t: getServerTexts(language).translate, locale: language });

/** Returns the label of a field, or the words of its name. */
export function getFieldLabel({ name, fields }: Pick<AnyResource, 'name' | 'fields'>, field: string, language: string) {
  const key = `resources.${name}.fields.${field}`;
  const text = translateServerLabel(fields[field]?.label ?? key, language);
  return text === key ? splitWords(field) : text;
}
