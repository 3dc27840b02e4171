import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  secondFactor: {
    hint: 'Además de la contraseña, al iniciar sesión se pide un código de su teléfono o una llave de acceso.',
  },
  choices: {
    secondFactor: 'Segundo paso',
  },
  toasts: {
    factorAdded: 'Se agregó su segundo paso.',
    factorRemoved: 'Se quitó el segundo paso.',
    secondFactorEnded: 'La autenticación en dos pasos está apagada.',
    recoveryCodesMade: 'Se crearon códigos de recuperación nuevos.',
  },
  errors: {
    secondFactor: 'No se pudo cargar el segundo paso',
  },
};

export default es;
