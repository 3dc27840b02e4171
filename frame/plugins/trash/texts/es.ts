import type { Messages } from 'portal-frame/wire';
import type english from './en.ts';

const texts: Messages<typeof english> = {
  trash: {
    somebody: 'alguien que ya no está',
    title: 'Papelera',
    of: 'Papelera: %{name}',
    kept: 'Lo eliminado permanece aquí hasta que se elimine definitivamente.',
    days: 'Lo eliminado permanece aquí un día. |||| Lo eliminado permanece aquí %{smart_count} días.',
    search: 'Buscar en la papelera',
    empty: 'La papelera está vacía.',
    deleted: 'Eliminado por %{name}, %{moment}',
    restore: 'Restaurar',
    restoreOne: 'Restaurar: %{name}',
    restored: 'Restaurado.',
    forGood: 'Eliminar definitivamente',
    forGoodOne: 'Eliminar definitivamente: %{name}',
    question: '¿Eliminar %{name} definitivamente? No se puede deshacer.',
    newer: 'Más recientes',
    older: 'Más antiguos',
  },
};
export default texts;
