import type { Messages } from 'portal-frame/wire';
import type english from './en.ts';

const es: Messages<typeof english> = {
  toasts: {
    moved: 'Cita movida',
    unassigned: 'Asignación retirada',
    cancelled: 'Cita cancelada',
  },
  resources: {
    appointments: {
      tabs: {
        unassigned: 'Sin asignar',
        conflicts: 'Conflictos',
        today: 'Hoy',
        upcoming: 'Próximas',
        late: 'Atrasadas',
        done: 'Informadas como hechas',
        all: 'Todas',
      },
    },
  },
};
export default es;
