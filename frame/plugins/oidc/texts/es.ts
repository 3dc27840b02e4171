import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  signIn: {
    oidc: {
      failed: 'No se pudo iniciar la sesión. Inténtelo de nuevo.',
      denied: 'Se canceló el inicio de sesión.',
      role: 'Su cuenta de empresa no tiene el rol de su cuenta aquí. Consulte a un administrador.',
      otherPerson: 'Su dirección pertenece a la cuenta de otra persona. Consulte a un administrador.',
      noAccount: 'Aún no hay una cuenta para usted. Pida a un administrador que la cree.',
      deactivated: 'Su cuenta está desactivada. Consulte a un administrador.',
    },
  },
};

export default es;
