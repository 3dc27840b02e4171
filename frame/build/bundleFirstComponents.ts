import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const LAZY = /\(\) => import\('(\.\/\w+(?:HeaderItem|ListTool|ListAction|Location)\.tsx?)'\)/g;
const IMPORTS = /^import \w+ from '([^']+)';$/gm;
const BUNDLE = 'virtual:first-components';

/** The name of a file in the bundle, without the path of this machine: 'calendar/browser/calendarLocation.ts'. */
const toKey = (file: string) => JSON.stringify(file.split(/[\\/]/).slice(-3).join('/'));

const listFiles = (code: string, id: string): string[] =>
  [...code.matchAll(LAZY)].map(([, file = '']) => join(dirname(id), file));

/**
 * Bundles what the plug-ins of src/plugins.ts show with the first list into one file, as each costs a request. Their
 * declarations load it lazily, because the server reads these, too, and no components.
 */
export function bundleFirstComponents(): Plugin {
  return {
    name: 'portal:first-components',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id) => (id === BUNDLE ? id : undefined),
    async load(id) {
      if (id !== BUNDLE) return undefined;
      const list = await this.resolve('/src/plugins.ts');
      const found = [...readFileSync(list?.id ?? '', 'utf8').matchAll(IMPORTS)];
      const halves = await Promise.all(found.map(([, name = '']) => this.resolve(name, list?.id)));
      const files = halves.flatMap((half) => (half ? listFiles(readFileSync(half.id, 'utf8'), half.id) : []));
      const lines = files.map((file, index) => `import * as c${index} from ${JSON.stringify(file)};`);
      return `${lines.join('\n')}\nexport default [${files.map((file, index) => `[${toKey(file)}, c${index}]`)}];`;
    },
    transform(code, id) {
      if (!/[\\/]browser[\\/]index\.ts$/.test(id)) return undefined;
      return code.replace(LAZY, (_, file: string) => {
        const key = toKey(join(dirname(id), file));
        return `() => import('${BUNDLE}').then(({ default: files }) => new Map(files).get(${key}))`;
      });
    },
  };
}
