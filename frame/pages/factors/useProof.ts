import { type FormEvent, useState } from 'react';
import { getConnectionErrorText } from '../../dataProvider/connectionError.ts';
import { RequestError } from '../../dataProvider/request.ts';
import { PROOFS, type ProofKind } from '../../wire/secondFactorCalls.ts';
import { asList, asObject, asText } from '../../wire/wireValues.ts';
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

export function readProofRequest(value: unknown): ProofRequest {
  const { ticket, methods, passkey, passkeys } = asObject(value);
  const offered = asList<unknown>(methods);
  return {
    ticket: asText(ticket),
    methods: PROOFS.filter((one) => offered.includes(one)).toSorted((a, b) => offered.indexOf(a) - offered.indexOf(b)),
    passkey,
    passkeys: passkeys === true,
  };
}

const BODY_FIELDS = { totp: 'code', recovery: 'recovery', password: 'password' } as const;

/** State of one proof: method, input and request. The user can switch methods at any time. */
export function useProof({ methods, passkey }: ProofRequest, send: (proof: Record<string, unknown>) => Promise<void>) {
  const [kind, setKind] = useState<ProofKind>(methods[0] ?? 'password');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals into a surrounding form.
    event.stopPropagation();
    if (busy) return;
    setBusy(true);
    setError('');
    try {
      await send(
        kind === 'passkey' ? { passkey: await authenticateWithPasskey(passkey) } : { [BODY_FIELDS[kind]]: typed },
      );
    } catch (cause) {
      setError(cause instanceof RequestError ? cause.message : getConnectionErrorText('errors.tryAgain'));
      setTyped('');
    }
    setBusy(false);
  };
  const choose = (next: ProofKind) => {
    setKind(next);
    setTyped('');
    setError('');
  };
  return { kind, others: methods.filter((one) => one !== kind), typed, setTyped, busy, error, submit, choose };
}
