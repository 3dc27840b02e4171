import fc from 'fast-check';
import type { Call } from 'portal-frame';
import { hostileText } from 'portal-frame/testing/helpers';

/** CSV files of appointments: valid, with invalid cells, or badly quoted. */
const tables = fc
  .tuple(fc.array(hostileText, { maxLength: 8 }), fc.constantFrom(';', ','), fc.boolean())
  .map(([cells, by, quoted]) => {
    const right = ['Ann', 'Female', 'High', '2031-03-02 09:30', 'EMP-007', 'Natera'];
    const rows = [
      ['Patient', 'Gender', 'Priority', 'Date & Time', 'Employee', 'Laboratory'],
      right.map((cell, index) => cells[index] ?? cell),
    ];
    const cell = (text: string) => (quoted ? `"${text.replaceAll('"', '""')}"` : text);
    return new File([rows.map((row) => row.map(cell).join(by)).join('\r\n')], 'a.csv');
  });

/** Uploads of the right kind, broken ones, and ones of a false type. */
export function uploads(files: NonNullable<Call['files']>, pictures: readonly File[]): fc.Arbitrary<[string, File][]> {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .constantFrom('<svg onload=alert(1)>', '<html>', '%PDF-1.4', '\x89PNG\r\n\x1a\n', 'GIF89a', '')
      .map((text) => Uint8Array.from(text, (one) => one.charCodeAt(0))),
  );
  const isTable = Object.values(files).some(({ accepts }) => accepts === 'table');
  const fitting = isTable ? tables : fc.constantFrom(...pictures);
  const name = fc.oneof(hostileText, fc.constantFrom('a.jpg', 'a.php', '../../a.png', 'a.pdf'));
  const odd = fc.tuple(bytes, name).map(([content, called]) => new File([new Uint8Array(content)], called));
  const file = fc.oneof({ arbitrary: fitting, weight: 3 }, odd);
  const field = fc.constantFrom(...Object.keys(files), ...Object.keys(files), 'other');
  const named = (one: File): [string, File][] => [[Object.keys(files)[0] ?? '', one]];
  const right = isTable ? tables.map(named) : fc.constant(pictures.slice(0, 1).flatMap(named));
  return fc.oneof(right, fc.constant<[string, File][]>([]), fc.array(fc.tuple(field, file), { maxLength: 3 }));
}
