import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import * as zod from 'zod';
import { appFile, frameFile, frameFolder } from './paths.ts';

const SOURCES = [frameFolder, appFile('src'), appFile('features')].filter((folder) => existsSync(folder));
const CHECKS = frameFile('fields/loadZod.ts');
const STAND_IN = frameFile('fields/native/zod.ts');

/** Finds the zod functions that the sources use, about a third of zod. */
export function findUsedZodNames(): string[] {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ).filter((name) => /\.[jt]sx?$/.test(name) && !name.endsWith('.d.ts') && !/[\\/]server[\\/]/.test(name));
  const used = files.flatMap((name) => {
    const code = readFileSync(name, 'utf8');
    return code.includes("from 'zod'")
      ? [...code.matchAll(/\bz\s*\.([a-z]\w*)\b(?!\.\$)/g)].map(([, name = '']) => name)
      : [];
  });
  return [...new Set(used)].filter((name) => name in zod);
}

/**
 * Defers the schemas of the first screens: they are created when a form validates (frame/fields/native/zod.ts), and zod
 * loads with the forms.
 */
export function lazySchemas(): Plugin {
  return {
    name: 'portal:schemas-later',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source === 'zod' && SOURCES.some((folder) => importer?.startsWith(folder)) && importer !== CHECKS
        ? STAND_IN
        : undefined,
    load(id) {
      if (id !== CHECKS) return undefined;
      const used = findUsedZodNames();
      // Renamed, because zod has an `enum` and a `null`.
      const names = used.map((name) => `${name} as _${name}`);
      const parts = used.map((name) => `${name}: _${name}`);
      return `import { ${names} } from 'zod';\nimport { provideZod } from ${JSON.stringify(STAND_IN)};\nprovideZod({ ${parts} });\n`;
    },
  };
}
