import type { Plugin } from 'vite';
import { appFile, frameFile } from './files.ts';

const WIRE = [frameFile('wire/'), appFile('src', 'wire')];
const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g;

/** The code of a declaration of calls without what their summaries say. */
export const withoutSummaries = (code: string): string => code.replace(SUMMARY, "summary: ''");

/** What calls are for stands in the server's OpenAPI page alone: the built portal goes without, a kilobyte less. */
export function noSummaries(): Plugin {
  return {
    name: 'portal:no-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      WIRE.some((folder) => id.startsWith(folder)) ? { code: withoutSummaries(code), map: null } : undefined,
  };
}
