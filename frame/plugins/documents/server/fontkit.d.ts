/** The part of fontkit that the server uses. The package has no types. */
declare module 'fontkit' {
  export function openSync(path: string): { hasGlyphForCodePoint(code: number): boolean };
}
