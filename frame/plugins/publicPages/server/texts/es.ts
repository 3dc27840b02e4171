import type { Messages } from 'portal-frame/wire';
import type english from './en.ts';

const texts: Messages<typeof english> = {
  public: {
    error: 'Algo salió mal',
    empty: 'Aún no hay nada aquí.',
    prev: 'Anterior',
    next: 'Siguiente',
    send: 'Enviar',
    needsScript: 'Active JavaScript para enviar este formulario.',
    thanks: 'Gracias',
    received: 'Hemos recibido sus datos.',
    done: 'Listo. Gracias.',
    check: 'Revise los campos marcados.',
    tooOld: 'Este formulario estuvo abierto demasiado tiempo. Envíelo de nuevo.',
    tooFast: 'Eso fue muy rápido. Revise el formulario y envíelo de nuevo.',
    noProof: 'El formulario no se envió. Inténtelo de nuevo.',
    usedForm: 'Este formulario ya se envió.',
    linkEnded: 'Este enlace no es válido',
    linkEndedText:
      'Puede haber vencido, o falta una parte. Use la dirección completa de nuestro mensaje o comuníquese con nosotros.',
  },
};
export default texts;
