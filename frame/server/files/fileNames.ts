/** How the names of files of a type may end, by the ending that we give it. */
const EXTENSION_ALIASES: Record<string, readonly string[]> = { jpg: ['jpg', 'jpeg'] };

/**
 * A file's name with an ending of its type: what is called a page or a program, and is not, must not be saved as one.
 */
export function ensureExtension(name: string, ending: string): string {
  const own = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && (EXTENSION_ALIASES[ending] ?? [ending]).includes(own) ? name : `${name}.${ending}`;
}

/** A file's name as we keep it: no path, no control characters, not too long; its ending stays. */
export function sanitizeFileName(name: string): string {
  const end = name.slice(-1000).normalize('NFC');
  return [...end.replace(/[\p{Cc}\p{Cf}/\\]/gu, '_')].slice(-150).join('') || 'file';
}
