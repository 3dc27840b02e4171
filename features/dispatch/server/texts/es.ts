import type { Messages } from 'portal-frame/wire';
import type english from './en.ts';

const es: Messages<typeof english> = {
  server: {
    reportedDone: 'El empleado informó de que esta visita está hecha. Este cambio borra ese informe.',
    reportedDoneMany: 'Visitas informadas como hechas, cuyos informes borra este cambio: %{count}.',
  },
};
export default es;
