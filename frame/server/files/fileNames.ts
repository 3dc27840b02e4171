const EXTENSION_ALIASES: Record<string, readonly string[]> = { jpg: ['jpg', 'jpeg'] };

/** Appends the extension of the real type, so that no picture can pose as a page or program. */
export function ensureExtension(name: string, extension: string): string {
  const current = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return name.includes('.') && (EXTENSION_ALIASES[extension] ?? [extension]).includes(current)
    ? name
    : `${name}.${extension}`;
}

/** Removes paths and control characters from a file name and shortens it. Keeps its extension. */
export function sanitizeFileName(name: string): string {
  const end = name.slice(-1000).normalize('NFC');
  return [...end.replace(/[\p{Cc}\p{Cf}/\\]/gu, '_')].slice(-150).join('') || 'file';
}
