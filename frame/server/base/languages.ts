import { globSync } from 'node:fs';
import { join } from 'node:path';
import { flattenTexts, getFileLocale, type Texts } from '../../i18n/texts.ts';
import { appFolder } from './appFolder.ts';
import { importDefault } from './importDefault.ts';

const frameTexts = join(import.meta.dirname, '..', '..', 'i18n');
/** Text files in ascending order of precedence: frame, frame server, app, app server. */
const FRAME_TEXT_FILES = ['languages/*.{js,ts}', '*/serverTexts.{js,ts}'];
const APP_TEXT_FILES = ['src/i18n/*.ts', 'server/i18n/*.ts'];

const findFiles = (folder: string, patterns: readonly string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).map((file) => join(folder, file)));

type LanguageTexts = Readonly<Record<string, string>>;
interface FileTexts {
  locale: string;
  texts: LanguageTexts;
}

const readTexts = (files: readonly string[]): Promise<FileTexts[]> =>
  Promise.all(
    files.map(async (file) => ({
      locale: getFileLocale(file),
      texts: flattenTexts((await importDefault(file)) as Texts),
    })),
  );

/** Merges texts by language. Later files override earlier ones. */
const mergeByLocale = (all: readonly FileTexts[], locales: Iterable<string>): Map<string, LanguageTexts> =>
  new Map(
    [...new Set(locales)].map((locale) => [
      locale,
      Object.assign({}, ...all.filter((one) => one.locale === locale).map(({ texts }) => texts)),
    ]),
  );

/** Reads the app's own texts by language, without the frame's. */
export async function readAppTexts(app: string): Promise<Map<string, LanguageTexts>> {
  const texts = await readTexts(findFiles(app, APP_TEXT_FILES));
  return mergeByLocale(texts, ['en', ...texts.map(({ locale }) => locale)]);
}

/** Reads the texts of English and of each language that the app has texts in. Missing keys are not filled in. */
export async function readLanguages(app: string): Promise<Map<string, LanguageTexts>> {
  const appFiles = findFiles(app, APP_TEXT_FILES);
  return mergeByLocale(await readTexts([...findFiles(frameTexts, FRAME_TEXT_FILES), ...appFiles]), [
    'en',
    ...appFiles.map(getFileLocale),
  ]);
}

export const languages = await readLanguages(appFolder);
