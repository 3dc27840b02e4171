import { z } from 'zod';
import { asObject, asText } from './wireValues.ts';

/**
 * Beyond spec 3: what people called the files of a record, by the last part of the file's address. Our host's addresses
 * hold no names, since addresses end up in logs and histories; the provider's host names a file by its address.
 */
export const fileNames = z.record(z.string(), z.string()).optional();

/** Parts a file's address from its name, within the portal: no host is asked for it, and no link has it. */
const MARK = '#name=';

/** Puts its name beside each address that `names` knows. */
export function createFileNamer(names: unknown): (address: string) => string {
  const byFile = asObject(names);
  return (address) => {
    const name = asText(byFile[address.split('?')[0]?.split('/').pop() ?? '']);
    return name ? address + MARK + encodeURIComponent(name) : address;
  };
}

/** A file's address as the host knows it, and its name where that was given beside it. */
export function splitFileName(value: string): { address: string; name: string | undefined } {
  const [address = '', name] = value.split(MARK);
  return { address, name: name === undefined ? undefined : decodeURIComponent(name) };
}
