import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  patients: {
    open: 'Datos del paciente',
    title: 'Datos de %{name}',
    hint: 'Citas con este nombre. Elija las de la misma persona y exporte o elimine lo que se guarda de ellas.',
    born: 'nacimiento: %{date}',
    export: 'Exportar',
    exported: 'Datos del paciente exportados.',
    delete: 'Eliminar',
    question:
      'Se eliminarán %{count} citas con sus documentos y fotos, sin vuelta atrás. Los pagos conservan sus importes.',
    confirm: 'Eliminar %{count} citas',
  },
  errors: {
    patient: 'Algo salió mal con los datos de este paciente',
  },
};

export default es;
