import { asList, asObject, asText } from 'portal-frame';
import { useAttempt } from 'portal-frame/browser/plugins';
import { type FormEvent, useState } from 'react';
import { PROOFS, type ProofKind } from '../wire/identityProof.ts';
import { authenticateWithPasskey } from './passkeys.ts';

/** A host's request for proof of identity. */
export interface ProofRequest {
  ticket: string;
  methods: ProofKind[];
  /** WebAuthn request options. */
  passkey: unknown;
  /** True if a passkey can be created at this address. */
  passkeys: boolean;
}

/** Reads the request for proof at sign-in or reauthentication. `methods` keeps the host's order. */
export function readProofRequest(value: unknown): ProofRequest {
  const { ticket, methods, passkey, passkeys } = asObject(value);
  const offered = asList<unknown>(methods);
  return {
    ticket: asText(ticket),
    methods: PROOFS.filter((proof) => offered.includes(proof)).toSorted(
      (a, b) => offered.indexOf(a) - offered.indexOf(b),
    ),
    passkey,
    passkeys: passkeys === true,
  };
}

const BODY_FIELDS = { totp: 'code', recovery: 'recovery' } as const;

/** State of one proof: method, input and request. The user can switch methods at any time. */
export function useProof({ methods, passkey }: ProofRequest, send: (proof: Record<string, unknown>) => Promise<void>) {
  const [kind, setKind] = useState<ProofKind>(methods[0] ?? 'totp');
  const [typed, setTyped] = useState('');
  const { busy, error, setError, attempt } = useAttempt();
  const submit = (event: FormEvent) =>
    attempt(async () => {
      const proof =
        kind === 'passkey' ? { passkey: await authenticateWithPasskey(passkey) } : { [BODY_FIELDS[kind]]: typed };
      await send(proof).finally(() => setTyped(''));
    }, event);
  const choose = (next: ProofKind) => {
    setKind(next);
    setTyped('');
    setError('');
  };
  return { kind, others: methods.filter((method) => method !== kind), typed, setTyped, busy, error, submit, choose };
}
