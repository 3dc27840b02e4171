import { type FormEvent, useState } from 'react';
import { getConnectionErrorText } from '../../dataProvider/connectionError.ts';
import { RequestError } from '../../dataProvider/request.ts';
import { PROOFS, type ProofKind } from '../../wire/secondFactorCalls.ts';
import { asList, asObject, asText } from '../../wire/wireValues.ts';
import { authenticateWithPasskey } from './passkeys.ts';

/** What a host asks for as a proof of who somebody is. */
export interface ProofRequest {
  ticket: string;
  methods: ProofKind[];
  /** The options of a passkey. */
  passkey: unknown;
  /** Whether one can be made at this address. */
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

/** What the call names what was typed. */
const BODY_FIELDS = { totp: 'code', recovery: 'recovery', password: 'password' } as const;

/**
 * One proof out of those asked for: which it is, what was typed, and sending it. What goes wrong is given as `error`;
 * another proof can be chosen at any time.
 */
export function useProof({ methods, passkey }: ProofRequest, send: (proof: Record<string, unknown>) => Promise<void>) {
  const [kind, setKind] = useState<ProofKind>(methods[0] ?? 'password');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // It may stand in a dialog that React shows inside another form.
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
