import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  webhooks: {
    title: 'Webhooks',
    hint: 'Un webhook avisa a otro sistema de los cambios, con los permisos de una cuenta.',
    create: 'Crear webhook',
    url: 'Dirección',
    urlHint: 'Debe empezar por https://.',
    accountHint: 'Solo se envían los registros que esta cuenta puede ver, con los campos que puede ver.',
    failing: 'Con errores',
    end: 'Terminar',
    endThis: 'Terminar %{name}',
    endTitle: '¿Terminar este webhook?',
    endText: 'Ya no se enviará nada a “%{name}”, tampoco lo que está en espera. No se puede deshacer.',
    rotate: 'Nuevo secreto',
    rotateThis: 'Nuevo secreto para %{name}',
    secretTitle: 'El secreto de su webhook',
    secretText: 'Copie el secreto en el otro sistema ahora, para verificar las firmas. No se volverá a mostrar.',
    log: 'Registro',
    logOf: 'Registro de %{name}',
    empty: 'Aún no se ha enviado nada.',
    replay: 'Enviar de nuevo',
    replayThis: 'Enviar %{event} de nuevo',
    states: { waiting: 'En espera', sent: 'Enviado', failed: 'Con error', skipped: 'No enviado' },
  },
  automations: {
    title: 'Automatizaciones',
    hint: 'Correos, avisos y trabajos que siguen por sí solos a los cambios.',
    effects: { mail: 'Correo', notify: 'Aviso', job: 'Trabajo' },
    events: { create: 'Creado', update: 'Modificado', transition: 'Cambio de estado' },
    empty: 'Aún no se ha ejecutado.',
    replay: 'Ejecutar de nuevo',
    replayThis: 'Ejecutar de nuevo: %{event}',
    states: { waiting: 'En espera', sent: 'Hecho', failed: 'Con error', skipped: 'Omitido' },
  },
  errors: {
    webhooks: 'No se pudieron cargar los webhooks',
  },
};

export default es;
