import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  documents: {
    preview: 'Vista previa',
    pdf: 'Descargar PDF',
    csv: 'Descargar CSV',
    failed: 'No se pudo crear el archivo. Inténtelo de nuevo.',
    missing: 'Aún sin indicar, por eso no figura en el documento: %{fields}.',
  },
};

export default es;
