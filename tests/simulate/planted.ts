import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Faults written into a file on purpose, to see that the simulation finds them: what is replaced, and by what. */
const FAULTS = readFileSync(join(import.meta.dirname, 'planted.diff'), 'utf8');

const parse = (text: string): [string, { file: string; find: string; replace: string }] => {
  const [title = '', ...lines] = text.trimEnd().split('\n');
  const [file = '', name = ''] = title.split(': ');
  const part = (sign: string) => lines.flatMap((line) => (line.startsWith(sign) ? line.slice(1) : [])).join('\n');
  return [name, { file, find: part('-'), replace: part('+') }];
};
export const PLANTED = new Map(FAULTS.split(/^(?=[^-+])/m).map(parse));

/** Plants the fault of that name while Vite reads its file. */
export function plantFault(name: string | undefined): Plugin {
  const fault = PLANTED.get(name ?? '');
  if (name !== undefined && !fault) throw new Error(`There is no planted fault "${name}".`);
  return {
    name: 'planted-fault',
    enforce: 'pre',
    transform(code, id) {
      if (!fault || !id.endsWith(fault.file)) return undefined;
      if (!code.includes(fault.find)) throw new Error(`${fault.file} has no "${fault.find}" any more.`);
      return code.replace(fault.find, fault.replace);
    },
  };
}
