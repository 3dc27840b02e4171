/** Returns the first of these languages that an Accept-Language header names; English otherwise. */
export function pickLanguage(header = '', languages: ReadonlyMap<string, unknown>): string {
  const requested = header.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return requested.find((language) => languages.has(language)) ?? 'en';
}
