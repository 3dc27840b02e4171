import type { Plugin } from 'vite';

const LIBRARY = 'jsonexport/dist/index.js';
const WRAPPER = '\0csv-later';

/** Loads react-admin's CSV library on the first export instead of with every list. */
export function lazyCsv(): Plugin {
  return {
    name: 'portal:csv-later',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) => (source === LIBRARY && importer !== WRAPPER ? WRAPPER : undefined),
    load: (id) =>
      id === WRAPPER
        ? `export default (rows, done) => import('${LIBRARY}').then(({ default: write }) => write(rows, done), done);`
        : undefined,
  };
}
