import { z } from 'zod';
import { splitFileName } from '../wire/fileNames.ts';
import { defineKind } from './kind.ts';

const anything = z.custom<unknown>((value) => value !== undefined);

/** Parses a file value: its name or else the last part of the path, and the size if the host adds one to the query. */
export function describeFile(value: string): { path: string; name: string; size: number | null; image: boolean } {
  const { address: path, name: given } = splitFileName(value);
  const [address = '', query = ''] = path.split('?');
  const last = address.split(/[/\\]/).pop() ?? '';
  let name = given ?? last;
  try {
    name = given ?? decodeURIComponent(last);
  } catch {
    // Foreign hosts may have a stray % in names; shown unchanged.
  }
  const size = Number(new URLSearchParams(query).get('size'));
  return { path, name, size: size > 0 ? size : null, image: /\.(png|jpe?g|webp|gif)$/i.test(name) };
}

/** One picture, stored as a path on the host. `camera` offers the phone's camera. */
export const image = defineKind<string, { camera?: boolean }>({
  name: 'image',
  wide: true,
  schema: () => anything,
  show: (value) => ({ text: describeFile(value).name, files: [{ ...describeFile(value), image: true }] }),
  input: 'image',
  filter: { operator: 'exists', input: 'choice' },
  storage: 'file',
  options: ['camera'],
});

/** Several documents (PDF or pictures), stored as paths on the host. */
export const files = defineKind<string[], { most?: number }>({
  name: 'files',
  wide: true,
  schema: () => z.array(anything),
  show: (value) => ({ text: value.map((path) => describeFile(path).name).join(', '), files: value.map(describeFile) }),
  input: 'files',
  filter: false,
  storage: 'files',
  options: ['most'],
});
