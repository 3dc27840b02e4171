import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  feed: {
    title: 'Calendario suscrito',
    hint: 'Sus visitas en el calendario de su teléfono o computadora. Quien tenga la contraseña o la dirección secreta puede leerlo; no se las dé a nadie.',
    make: 'Crear una dirección',
    makeSecret: 'Crear una dirección secreta',
    again: 'Crear una dirección nueva',
    secretAgain: 'Crear una dirección secreta nueva',
    againHint: 'Una nueva anula la que está en uso.',
    secretHint:
      'La dirección secreta es para calendarios que no piden contraseña, como Google Calendar. Puede quedar guardada donde una contraseña no queda.',
    end: 'Anular la dirección',
    made: 'Creada el %{day}.',
    address: 'Dirección',
    user: 'Nombre de usuario',
    password: 'Contraseña',
    secretAddress: 'Dirección secreta',
    oncePassword:
      'Copie la contraseña ahora: solo se muestra esta vez. Agregue la dirección a su calendario como suscripción; le pedirá el nombre de usuario y la contraseña.',
    copyWhat: 'Copiar: %{what}',
    once: 'Cópiela ahora: solo se muestra esta vez. Agréguela a su calendario como suscripción.',
    copy: 'Copiar',
  },
  settings: {
    names: 'Mostrar los nombres de los pacientes',
    namesHint: 'Los nombres, direcciones y teléfonos aparecen en el calendario y en todo programa que lo lea.',
  },
  errors: {
    feed: 'No se pudo cargar el calendario',
  },
};

export default es;
