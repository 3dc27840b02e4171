export type Translate = (key: string, options?: Record<string, unknown>) => string;

/** Splits a name into words: 'fullName' becomes 'Full Name' (spec 5). */
export function splitWords(name: string): string {
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/**
 * Translates a validation message: an i18n key, optionally with the field or a named value after a bar
 * (`validation.required|fullName`, `validation.atLeast|least:5`). Returns other text unchanged. `label` names a field.
 */
export function translateMessage(
  message: string,
  translate: Translate,
  label: (field: string) => string = splitWords,
): string {
  const [key = '', about] = message.split('|');
  if (!/^[a-z]+(\.\w+)+$/i.test(key)) return message;
  if (about === undefined) return translate(key, { _: message });
  const [, name, value] = /^([a-z]+):(.*)$/.exec(about) ?? [];
  return translate(key, { ...(name ? { [name]: value } : { field: label(about) }), _: message });
}

/** Text for all languages, or by language code with English as fallback. */
export type Label = string | { readonly en: string; readonly [language: string]: string };
