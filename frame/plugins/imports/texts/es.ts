import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  imports: {
    open: 'Importar desde un archivo',
    link: 'Importar: %{name}',
  },
  toasts: {
    imported: 'Se importaron: %{count}.',
  },
  errors: {
    import: 'No se pudo importar el archivo',
  },
};

export default es;
