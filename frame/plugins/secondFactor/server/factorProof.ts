import { HttpError, type ServerPlugin } from 'portal-frame/server';
import { consumeTicket, countTicketAttempt, createTicket } from 'portal-frame/server/plugins';
import type { ReauthenticationProof } from '../wire/identityProof.ts';
import { findFactors } from './secondFactorRows.ts';
import { createProofRequest, verifyProof } from './verifyProof.ts';

const CHALLENGE_MS = 5 * 60_000;

/** A second factor, which replaces the password when a person proves their identity again. */
export const factorProof: NonNullable<ServerPlugin['identityProof']> = {
  isEnrolled: async ({ db }, accountId) => (await findFactors(db, accountId)).length > 0,

  async ask(services, request, { id: accountId, sessionId }) {
    const { db } = services;
    const { methods, passkey, challenge } = await createProofRequest(
      services,
      request,
      await findFactors(db, accountId),
    );
    if (!passkey) return { methods };
    const own = { accountId, sessionId, lifetime: CHALLENGE_MS, data: { challenge } };
    const ticket = await createTicket(db, { purpose: 'reauthenticate', ...own });
    return { methods, passkey, ticket };
  },

  async verify(services, request, account, body: ReauthenticationProof) {
    const { db } = services;
    const ticket = body.ticket ? await countTicketAttempt(db, body.ticket, ['reauthenticate'], account) : undefined;
    const { challenge } = (ticket ? JSON.parse(ticket.data) : {}) as { challenge?: string };
    // Each challenge works once, also if the proof fails.
    const asked = ticket && (await consumeTicket(db, ticket.id)) ? challenge : undefined;
    const proved = await verifyProof(services, request, account.id, body, asked);
    if (!proved) throw HttpError.forField(body.recovery ? 'recovery' : 'code', 400, 'server.wrongFactor');
  },
};
