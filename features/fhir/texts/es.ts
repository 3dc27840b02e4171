import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  fhir: {
    parameter: 'No se entiende el parámetro de búsqueda %{name}.',
    twice: 'El parámetro de búsqueda %{name} está repetido.',
    unsupported: 'No se admite el parámetro de búsqueda %{name}. Los que se admiten están en /fhir/metadata.',
    format: 'Aquí solo se da JSON (application/fhir+json).',
  },
};

export default es;
