import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  palette: {
    title: 'Búsqueda y acciones',
    open: 'Buscar...',
    hint: 'Busque una pantalla, una persona o una acción',
    recent: 'Recientes',
    today: 'hoy',
    inView: '%{name}: %{view}',
    view: '%{name}: %{what}',
    viewOf: '%{name} de %{what}',
    act: '%{name}: %{what}',
    go: 'Ir a',
    do: 'Acciones',
    dark: 'Cambiar a oscuro',
    light: 'Cambiar a claro',
    language: 'Idioma: %{name}',
    nothing: 'No se encontró nada.',
  },
  shortcuts: {
    title: 'Atajos de teclado',
    anywhere: 'En todas partes',
    palette: 'Abrir búsqueda y acciones',
    this: 'Mostrar los atajos de teclado',
    close: 'Cerrar lo que está abierto',
    choose: 'Moverse por una lista',
    take: 'Abrir la entrada elegida',
    undo: 'Deshacer el último cambio, mientras se ve su aviso',
    details: 'En los detalles',
    next: 'Registro siguiente',
    previous: 'Registro anterior',
  },
};

export default es;
