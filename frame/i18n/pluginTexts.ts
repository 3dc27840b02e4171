import type { Texts } from './texts.ts';

/** Texts of a language, or a function that loads them: `() => import('./texts/es.ts')`. */
type LazyTexts = Texts | (() => Promise<{ readonly default: Texts }>);

/** Texts of a plug-in by language. */
export interface PluginTexts {
  readonly en: Texts;
  readonly [language: string]: LazyTexts;
}

/** Reads the texts of a plug-in in a language, if it has some. */
export async function readPluginTexts(texts: PluginTexts | undefined, language: string): Promise<Texts> {
  const own = texts?.[language];
  return typeof own === 'function' ? (await own()).default : (own ?? {});
}
