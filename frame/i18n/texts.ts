/** Texts by key, flat ('list.view') or nested. */
export type Texts = { readonly [key: string]: string | Texts };

/** Shape of a translation. A missing key is a type error. */
export type Messages<T> = { readonly [K in keyof T]: T[K] extends string ? string : Messages<T[K]> };

/** Adds nested texts to `phrases` by dotted keys such as 'list.view', and returns it. */
export function flattenTexts(texts: Texts, prefix = '', phrases: Record<string, string> = {}): Record<string, string> {
  for (const [name, text] of Object.entries(texts)) {
    if (typeof text === 'string') phrases[prefix + name] = text;
    else flattenTexts(text, `${prefix}${name}.`, phrases);
  }
  return phrases;
}

/** Returns the language of a file: 'es' for src/i18n/es.ts and frame/i18n/es/serverTexts.ts. */
export function getFileLocale(file: string): string {
  const [name = '', folder = ''] = file.split(/[\\/]/).toReversed();
  return (name.startsWith('serverTexts.') ? folder : name.split('.')[0]) ?? '';
}
