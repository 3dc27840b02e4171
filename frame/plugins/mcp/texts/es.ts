import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    mcpPersonal: 'Con esta clave, un asistente de IA no puede usar «%{name}».',
    mcpInput: '«%{name}» no es válido: %{reason}',
    mcpConflict: 'Otro registro lo impide, o este acaba de cambiar.',
    changeExpired: 'Pida una nueva vista previa: este cambio es demasiado antiguo, o de otra clave.',
  },
};

export default es;
