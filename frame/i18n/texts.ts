/** Texts by key, flat ('list.view') or nested. */
export type Texts = { readonly [key: string]: string | Texts };

/** The shape that another language's texts must have: a key that is missing does not compile. */
export type Messages<T> = { readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]> };

/** Nested texts as flat ones, so that one set can be laid over another. */
export function flattenTexts(texts: Texts, prefix = '', phrases: Record<string, string> = {}): Record<string, string> {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string') phrases[prefix + name] = text;
    else flattenTexts(text, `${prefix}${name}.`, phrases);
  }
  return phrases;
}

/** The language that a file is of: 'es' of src/i18n/es.ts and of frame/i18n/es/onServer.ts. */
export function getFileLocale(file: string): string {
  const [name = '', folder = ''] = file.split(/[\\/]/).toReversed();
  return (name.startsWith('onServer.') ? folder : name.split('.')[0]) ?? '';
}
