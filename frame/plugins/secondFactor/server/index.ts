import { defineServerPlugin, serveCalls } from 'portal-frame/server';
import { z } from 'zod';
import { secondFactor } from '../plugin.ts';
import { reauthenticationOptions, reauthenticationProof, secondFactorAsked } from '../wire/identityProof.ts';
import { secondFactorCalls } from '../wire/secondFactorCalls.ts';
import { factorProof } from './factorProof.ts';
import { factorSettings } from './factorSettings.ts';
import { factorMigrations } from './factorTables.ts';
import { factorHandlers } from './manageFactors.ts';
import { refuseUselessPasskeys } from './passkeys.ts';
import { deleteFactors } from './secondFactorRows.ts';
import { requestSecondFactor, secondFactorHandlers } from './signInSecondStep.ts';
import en from './texts/en.ts';
import es from './texts/es.ts';

declare module 'portal-frame/server' {
  interface AppSecurityEvents extends Record<'factorAdded' | 'recoveryCodes' | 'recoveryUsed', true> {}
}

const asked = { data: z.object({ secondFactor: secondFactorAsked.optional() }) };

export default defineServerPlugin(secondFactor, {
  settings: factorSettings,
  texts: { en, es },
  migrations: factorMigrations,
  takesOver: ['001_factors'],
  calls: serveCalls(
    secondFactorCalls,
    { ...secondFactorHandlers, ...factorHandlers },
    {
      secondFactor: ['sign-in', 'secondFactor'],
      setUpSecondFactor: ['create', 'secondFactor'],
      factors: ['read', 'secondFactor'],
      beginFactor: ['create', 'secondFactor'],
      addFactor: ['create', 'secondFactor'],
      removeFactor: ['delete', 'secondFactor'],
      endSecondFactor: ['delete', 'secondFactor'],
      newRecoveryCodes: ['change', 'secondFactor'],
    },
  ),
  callFields: {
    signIn: asked,
    finishOidc: asked,
    reauthenticateOptions: { data: reauthenticationOptions },
    reauthenticate: { body: reauthenticationProof },
  },
  fieldDescriptions: {
    secondFactor: 'The second factor that is asked for.',
    recoveryCodes: 'Codes that each replace the second factor once.',
    passkey: 'The reply of the passkey, as WebAuthn defines it.',
  },
  signInStep: { message: 'server.secondFactor', ask: requestSecondFactor },
  identityProof: factorProof,
  unlinkAccount: deleteFactors,
  // Before the server listens: nobody could sign in.
  routes: [(_app, { db }) => refuseUselessPasskeys(db)],
});
