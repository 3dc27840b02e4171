import { inflateSync } from 'node:zlib';

/** Reads the streams of a PDF by the number of their object. */
function readStreams(pdf: Buffer): Map<string, string> {
  const text = pdf.toString('latin1');
  const streams = new Map<string, string>();
  for (const { 1: id = '', index } of text.matchAll(/(\d+) 0 obj/g)) {
    const end = text.indexOf('endobj', index);
    const from = text.indexOf('stream\n', index);
    if (from < 0 || from > end) continue;
    const bytes = pdf.subarray(from + 7, text.indexOf('\nendstream', from));
    const isPacked = text.slice(index, from).includes('/FlateDecode');
    streams.set(id, (isPacked ? inflateSync(bytes) : bytes).toString('latin1'));
  }
  return streams;
}

/** Reads the letters by glyph from a ToUnicode map. */
function readLetters(map: string): string[] {
  const listed = [...map.matchAll(/<[0-9a-f]+> <[0-9a-f]+> \[([^\]]*)\]/g)].flatMap(({ 1: list = '' }) =>
    [...list.matchAll(/<([0-9a-f ]*)>/g)].map(({ 1: codes = '' }) => codes.replaceAll(' ', '')),
  );
  return listed.map((codes) => Buffer.from(codes, 'hex').swap16().toString('utf16le'));
}

/** Extracts the pieces of text of a PDF of pdfkit, in the order of its pages. */
export function readPdfText(pdf: Buffer): string[] {
  const text = pdf.toString('latin1');
  const streams = readStreams(pdf);
  const findRef = (id: string, key: string) =>
    new RegExp(`\\n${id} 0 obj[^]*?${key} (\\d+) 0 R`).exec(`\n${text}`)?.[1] ?? '';
  const fonts = new Map<string, string[]>();
  for (const { 1: name = '', 2: id = '' } of text.matchAll(/\/(F\d+) (\d+) 0 R/g))
    fonts.set(name, readLetters(streams.get(findRef(id, '/ToUnicode')) ?? ''));
  const pieces: string[] = [];
  for (const { 1: id = '' } of text.matchAll(/\/Contents (\d+) 0 R/g)) {
    let letters: string[] = [];
    for (const [, font, shown] of (streams.get(id) ?? '').matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font) letters = fonts.get(font) ?? [];
      else {
        const glyphs = [...(shown ?? '').matchAll(/<([0-9a-f]+)>/g)].flatMap(
          ({ 1: codes = '' }) => codes.match(/.{4}/g) ?? [],
        );
        pieces.push(glyphs.map((code) => letters[Number.parseInt(code, 16)] ?? '?').join(''));
      }
    }
  }
  return pieces;
}
