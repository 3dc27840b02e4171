import type { FastifyRequest } from 'fastify';
import type { AccountRow } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import type { AccountContext } from './endAccess.ts';

/** A further step of each sign-in, after the password or an identity provider. */
export interface SignInStep {
  /** I18n key: message of the reply that asks for the step. */
  message: string;
  /** Returns what the reply asks for, under the plug-in's name; undefined if the account needs no such step. */
  ask(services: Services, request: FastifyRequest, account: AccountRow): Promise<object | undefined>;
}

/** A proof of identity that some accounts have. It replaces the password when a person proves their identity again. */
export interface IdentityProof {
  isEnrolled(context: AccountContext, accountId: string): Promise<boolean>;
  /** Returns data of `reauthenticateOptions`: the names of its methods, and its own `callFields`. */
  ask(
    services: Services,
    request: FastifyRequest,
    account: { id: string; sessionId: string },
  ): Promise<{ methods: string[] }>;
  /** Checks the body of `reauthenticate`. Throws an HttpError for a wrong proof; attempts are limited. */
  verify(
    services: Services,
    request: FastifyRequest,
    account: { id: string; sessionId: string },
    body: object,
  ): Promise<void>;
}

/** Returns the first step that a sign-in still needs, of the plug-ins behind `after`: the one whose step was the last. */
export async function findSignInStep(services: Services, request: FastifyRequest, account: AccountRow, after?: string) {
  const { plugins = [] } = services.app;
  const open = plugins.slice(plugins.findIndex(({ plugin }) => plugin.name === after) + 1);
  for (const { plugin, signInStep } of open) {
    const asked = await signInStep?.ask(services, request, account);
    if (signInStep && asked) return { message: signInStep.message, data: { [plugin.name]: asked } };
  }
  return undefined;
}

/** Finds the proof of identity that an account has besides its password. */
export async function findIdentityProof(
  context: AccountContext,
  accountId: string,
): Promise<IdentityProof | undefined> {
  for (const { identityProof } of context.app.plugins ?? [])
    if (await identityProof?.isEnrolled(context, accountId)) return identityProof;
  return undefined;
}

/** True if a password is not enough to sign in to this account. */
export const hasIdentityProof = async (context: AccountContext, accountId: string): Promise<boolean> =>
  (await findIdentityProof(context, accountId)) !== undefined;
