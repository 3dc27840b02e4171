import type { inOut as english } from '../en/inOut.ts';
import type { Messages } from '../en.ts';

/** What goes in and out besides the screens: files that are imported, the calendar feed, the command palette. */
export const inOut: Messages<typeof english> = {
  imports: {
    open: 'Importar desde un archivo',
    title: 'Importar: %{name}',
    hint: 'Un archivo CSV con un registro por fila (%{name}). No se escribe nada antes de que usted haya visto el resultado.',
    template: 'Descargar una plantilla',
    file: 'Archivo CSV',
    checking: 'Revisando el archivo...',
    importing: 'Importando...',
    submit: 'Importar',
    submitCount: 'Importar %{count}',
    good: 'Se pueden importar las %{count} filas.',
    bad: 'Todavía no se puede importar nada: %{count} errores en %{rows} filas. Corríjalos en el archivo y elíjalo de nuevo.',
    ignored: 'Estas columnas no se toman en cuenta: %{columns}.',
    doubles: '%{count} filas son reservas dobles.',
    confirm: 'Importar también las reservas dobles',
    faults: 'Errores',
    more: 'Se muestran los primeros %{shown} de %{count}.',
    download: 'Descargar la lista',
    row: 'Fila',
    column: 'Columna',
    problem: 'Qué está mal',
    headings: 'Encabezados',
    preview: 'Las primeras filas tal como se escribirán',
  },
};
