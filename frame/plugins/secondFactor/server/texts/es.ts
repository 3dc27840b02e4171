import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    secondFactor: 'Confirme con su segundo paso.',
    wrongFactor: 'No es correcto o ya se usó. Inténtelo de nuevo.',
    restartFactor: 'Esto tardó demasiado. Empiece de nuevo.',
    factorRequired: 'Su rol exige un segundo paso. Agregue otro antes de quitar este.',
    tooManyFactors: 'No puede agregar más segundos pasos. Quite uno primero.',
    noPasskeys: 'Las llaves de acceso solo funcionan si el portal tiene un nombre de dominio, no en una dirección IP.',
  },
  mail: {
    events: {
      factorAdded: {
        subject: 'Se agregó un segundo paso',
        text: 'Se agregó un segundo paso a su cuenta en el %{app}. Desde ahora se pide al iniciar sesión.',
      },
      recoveryCodes: {
        subject: 'Se crearon códigos de recuperación nuevos',
        text: 'Se crearon códigos de recuperación nuevos para su cuenta en el %{app}. Los anteriores ya no valen.',
      },
      recoveryUsed: {
        subject: 'Se usó un código de recuperación',
        text: 'Alguien inició sesión en su cuenta en el %{app} con uno de sus códigos de recuperación.',
      },
    },
  },
};

export default es;
