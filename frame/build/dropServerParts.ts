import type { Plugin } from 'vite';

const SUMMARY = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`),?/g;
/** Keys of plug-ins, and what the start checks of them. */
const CHECKED = /\bkeys:\s*\(\) => import\('[^']+'\),|\bframe: '[^']*',|\b(?:needs|features): \[[^\]]*\],/g;

/**
 * Leaves out what only the server reads. Summaries of calls are 4 KB of the first list. The keys of plug-ins would add
 * 1 KB of checks to it, and their needs 200 bytes.
 */
export function dropServerParts(): Plugin {
  return {
    name: 'portal:no-server-parts',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      // Calls lie in a folder `wire`, or beside a plug-in's declaration.
      if (/[\\/]wire[\\/].*\.ts$|Calls\.ts$/.test(id)) return code.replace(SUMMARY, '');
      return /[\\/]plugin\.ts$/.test(id) ? code.replace(CHECKED, '') : undefined;
    },
  };
}
