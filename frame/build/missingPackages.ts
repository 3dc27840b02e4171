import type { Plugin } from 'vite';
import { describeMissing, listMissing } from '../server/optionalPackages.ts';

const PREFIX = '\0missing:';

/** Builds without missing optional packages: importing one fails in the browser. Push in the settings needs its own. */
export function missingPackages(): Plugin {
  const missing = listMissing();
  return {
    name: 'portal:missing-packages',
    enforce: 'pre',
    configResolved({ env }) {
      const command = env.VITE_FIREBASE_VAPID_KEY && describeMissing('firebase');
      if (command)
        throw new Error(`VITE_FIREBASE_VAPID_KEY is set, but push needs a package that is missing: ${command}`);
    },
    resolveId(id) {
      const name = missing.find((one) => id === one || id.startsWith(`${one}/`));
      return name && PREFIX + name;
    },
    load: (id) =>
      id.startsWith(PREFIX) ? `throw new Error('${id.slice(PREFIX.length)} is not installed.')` : undefined,
  };
}
