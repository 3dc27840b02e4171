import type { Plugin } from 'vite';
import { describeMissing } from '../server/optionalPackages.ts';

/** Fails the build of an app whose settings ask for push without its package. */
export function requirePushPackage(): Plugin {
  return {
    name: 'portal:push-package',
    configResolved({ env }) {
      const command = env.VITE_FIREBASE_VAPID_KEY && describeMissing('firebase');
      if (command)
        throw new Error(`VITE_FIREBASE_VAPID_KEY is set, but push needs a package that is missing: ${command}`);
    },
  };
}
