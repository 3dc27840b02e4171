import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  history: {
    title: 'Historial',
    show: 'Mostrar el historial',
    version: 'Versión %{version}',
    by: '%{action} por %{name}',
    somebody: 'alguien que ya no está',
    nothing: 'No cambió nada que usted pueda leer.',
    none: 'No hay cambios registrados.',
    restore: 'Restaurar',
    restoreThis: 'Restaurar la versión %{version}',
    restored: 'Los valores anteriores están de vuelta.',
    actions: {
      create: 'Creado',
      change: 'Cambiado',
      restore: 'Restaurado',
      delete: 'Eliminado',
      undelete: 'Sacado de la papelera',
    },
  },
};

export default es;
