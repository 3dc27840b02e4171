import type { Plugin } from 'vite';

const LIBRARY = 'jsonexport/dist/index.js';
const WRAPPER = '\0csv-later';

/**
 * react-admin's default export to CSV imports its library with every list. The built portal imports the library when
 * a list without an exporter of its own is exported.
 */
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
