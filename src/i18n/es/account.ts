import type { Messages } from 'portal-frame/wire';
import type { account as english } from '../en/account.ts';

export const account: Messages<typeof english> = {
  jobs: {
    names: {
      retention: 'Eliminar registros vencidos',
      'expiring credentials': 'Avisar de credenciales por vencer',
    },
  },
  existingPatient: {
    filled: 'Rellenado con la visita del %{date}. Compruébelo, por favor.',
    undo: 'Deshacer',
  },
  access: {
    title: 'Sesiones abiertas',
    nowhere: 'Sin sesiones abiertas.',
    end: 'Cerrar sesión en todas partes',
    clearFactors: 'Quitar el segundo paso',
  },
  profile: {
    requestedName: 'El nuevo nombre «%{name}» espera la aprobación de un administrador.',
    fields: { employeeId: 'ID de empleado' },
  },
  settings: {
    notificationsHint: 'Mensajes sobre citas, aquí y como notificaciones push.',
  },
  reauthenticate: { text: 'Esto importa para su cuenta o para los pacientes; por eso se lo preguntamos otra vez.' },
};
