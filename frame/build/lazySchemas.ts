import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import * as zod from 'zod';
import { appFile, frameFile, frameFolder } from './paths.ts';

const SOURCES = [frameFolder, appFile('src')];
const CHECKS = frameFile('fields/checks.ts');
const STAND_IN = frameFile('fields/native/zod.ts');

/** What the sources call of zod: of all of zod, that is a third. What starts with a capital or a $ is only a type. */
export function findUsedZodNames(): string[] {
  const files = SOURCES.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ).filter((name) => /\.[jt]sx?$/.test(name) && !name.endsWith('.d.ts') && !name.startsWith(frameFile('server/')));
  const used = files.flatMap((name) => {
    const code = readFileSync(name, 'utf8');
    return code.includes("from 'zod'")
      ? [...code.matchAll(/\bz\s*\.([a-z]\w*)\b(?!\.\$)/g)].map(([, name = '']) => name)
      : [];
  });
  return [...new Set(used)].filter((name) => name in zod);
}

/**
 * In the built portal, the schemas that are declared on the way to the first screen are made when a form checks with
 * them (frame/fields/native/zod.ts), and zod comes with the forms. Nothing else changes: a schema is written as ever.
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
      // Under other names, as zod has an `enum` and a `null`.
      const names = used.map((name) => `${name} as _${name}`);
      const parts = used.map((name) => `${name}: _${name}`);
      return `import { ${names} } from 'zod';\nimport { provideZod } from ${JSON.stringify(STAND_IN)};\nprovideZod({ ${parts} });\n`;
    },
  };
}
