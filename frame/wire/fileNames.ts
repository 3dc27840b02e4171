import { z } from 'zod';
import { asObject, asText } from './wireValues.ts';

/**
 * Original file names by the last part of the file's address, beyond spec 3. Addresses contain no names, since logs and
 * histories keep addresses.
 */
export const fileNames = z.record(z.string(), z.string()).optional();

/** Separates address and name inside the portal; never sent. */
const MARK = '#name=';

/** Returns a function that appends a file's original name, if `names` has it, to the file's address. */
export function createFileNamer(names: unknown): (address: string) => string {
  const byFile = asObject(names);
  return (address) => {
    const name = asText(byFile[address.split('?')[0]?.split('/').pop() ?? '']);
    return name ? address + MARK + encodeURIComponent(name) : address;
  };
}

export function splitFileName(value: string): { address: string; name: string | undefined } {
  const [address = '', name] = value.split(MARK);
  return { address, name: name === undefined ? undefined : decodeURIComponent(name) };
}
