import { z } from 'zod';
import { splitFileName } from '../wire/fileNames.ts';
import { defineKind } from './kind.ts';

const anything = z.custom<unknown>((value) => value !== undefined);

/** Name and size of a file: the name as it was given beside the address, else its last part; `size` in the query where the host gives it. */
export function describeFile(value: string): { path: string; name: string; size: number | null; image: boolean } {
  const { address: path, name: given } = splitFileName(value);
  const [address = '', query = ''] = path.split('?');
  const last = address.split(/[/\\]/).pop() ?? '';
  let name = given ?? last;
  try {
    name = given ?? decodeURIComponent(last);
  } catch {
    // A stray % in a foreign host's name: shown as it is.
  }
  const size = Number(new URLSearchParams(query).get('size'));
  return { path, name, size: size > 0 ? size : null, image: /\.(png|jpe?g|webp|gif)$/i.test(name) };
}

/** One picture; the record holds its address relative to the host. `camera` offers the phone's camera. */
export const image = defineKind<string, { camera?: boolean }>({
  name: 'image',
  schema: () => anything,
  show: (value) => ({ text: describeFile(value).name, files: [{ ...describeFile(value), image: true }] }),
  input: 'image',
  filter: { test: 'present', input: 'choice' },
  storage: 'file',
  options: ['camera'],
});

/** Several documents (PDF or pictures); the record holds their addresses relative to the host. */
export const files = defineKind<string[], { most?: number }>({
  name: 'files',
  schema: () => z.array(anything),
  show: (value) => ({ text: value.map((path) => describeFile(path).name).join(', '), files: value.map(describeFile) }),
  input: 'files',
  filter: false,
  storage: 'files',
  options: ['most'],
});
