import type { Messages } from 'portal-frame/wire';
import type english from './en.ts';

const texts: Messages<typeof english> = {
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
export default texts;
