import type { Role } from 'portal-frame';
import { getSchemaApp, isLoopback, listVariable, urlVariable } from 'portal-frame/server/plugins';
import { z } from 'zod';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Identity provider (OpenID Connect) for the sign-in. */
    oidcIssuer?: string | undefined;
    oidcClientId?: string | undefined;
    oidcClientSecret?: string | undefined;
    /** Its name on the sign-in page. */
    oidcName?: string | undefined;
    oidcRoleClaim?: string | undefined;
    /** Values of the claim and their roles; the first that fits counts. */
    oidcRoles?: { value: string; role: Role }[] | undefined;
  }
}

/** Reads `value=role`; the value may have a `=` too. */
const parseRolePair = (pair: string) => ({
  value: pair.slice(0, Math.max(0, pair.lastIndexOf('='))),
  role: pair.slice(pair.lastIndexOf('=') + 1) as Role,
});

const variables = z.object({
  OIDC_ISSUER: urlVariable(/^https?$/, 'an address such as https://login.example.com'),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(40).default('SSO'),
  OIDC_ROLE_CLAIM: z.string().default('groups'),
  OIDC_ROLES: listVariable
    .transform((pairs) => pairs.map(parseRolePair))
    .refine((pairs) => pairs.every(({ value, role }) => value !== '' && getSchemaApp().roles.names.includes(role)), {
      error: () => `a list such as portal-admins=admin, with the roles ${getSchemaApp().roles.names.join(', ')}`,
    }),
});

/** Variables of the identity provider: all of them or none, and https unless it runs on this machine. */
export const oidcSettings = variables.superRefine((values, context) => {
  if (!values.OIDC_ISSUER) return;
  const refuse = (name: keyof typeof values, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message });
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
    if (!values[name]) refuse(name, 'set with OIDC_ISSUER');
  if (values.OIDC_ROLES.length === 0) refuse('OIDC_ROLES', 'set with OIDC_ISSUER, such as portal-admins=admin');
  const { protocol, hostname } = new URL(values.OIDC_ISSUER);
  if (protocol !== 'https:' && !isLoopback(hostname)) refuse('OIDC_ISSUER', 'an address with https://');
});
