import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  documents: {
    requisition: 'Requisición %{number}',
    patient: 'Paciente',
    collection: 'Extracción',
    tests: 'Pruebas',
    test: 'Prueba',
    loinc: 'LOINC',
    tube: 'Tubo',
    volume: 'Volumen, ml',
    fastingHours: 'Ayuno, horas',
  },
};

export default es;
