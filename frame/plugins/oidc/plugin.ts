import { definePlugin } from 'portal-frame/plugin';
import en from './texts/en.ts';

/** Sign-in by an identity provider (OpenID Connect), besides passwords. */
export const oidc = definePlugin({ name: 'oidc', frame: '^0.1', texts: { en, es: () => import('./texts/es.ts') } });
