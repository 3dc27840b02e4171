/**
 * Messages of validation rules are i18n keys, with what they are about behind a bar, the name of a field
 * (`validation.required|fullName`) or a value by its name (`validation.atLeast|least:5`). This turns one into text, in the
 * portal and on the server alike.
 */
export type Translate = (key: string, options?: Record<string, unknown>) => string;

/** 'fullName' -> 'Full Name': a field's name split into words (spec 5). */
export function splitWords(name: string): string {
  const spaced = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_.-]+/g, ' ')
    .trim();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** `label` names a field where its name is not what the person sees. Text that is no key comes back unchanged. */
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

/** A text in one language for all, or one per language, by its code; a language left out falls back to English. */
export type Label = string | { readonly en: string; readonly [language: string]: string };
