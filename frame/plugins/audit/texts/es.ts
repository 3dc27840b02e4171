import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  choices: {
    read: 'Leyó',
    list: 'Listó',
    create: 'Creó',
    change: 'Cambió',
    delete: 'Eliminó',
    export: 'Exportó',
    'sign-in': 'Inició sesión',
    'sign-out': 'Cerró sesión',
    refused: 'Rechazado',
    notifications: 'Notificaciones',
    profile: 'Perfil',
    password: 'Contraseña',
    settings: 'Configuración',
    session: 'Sesión',
    admins: 'Administradores',
    audit: 'Registro de auditoría',
  },
  resources: {
    audit: {
      name: 'Entrada |||| Registro de auditoría',
      empty: 'Aún no se ha registrado nada.',
      hidden: 'Oculto',
      fields: {
        at: 'Cuándo',
        name: 'Persona',
        role: 'Rol',
        operation: 'Actividad',
        resource: 'Tipo de registro',
        recordId: 'ID del registro',
        record: 'Registro',
        portal: 'Lo que pide el portal por sí mismo',
        session: 'Sesión',
        address: 'Dirección IP',
        action: 'Acción',
        fields: 'Campos',
        filters: 'Filtros',
        count: 'Registros',
        asked: 'Se pidió',
        code: 'Código',
        day: 'Día',
      },
      groups: {
        who: 'Quién',
        what: 'Qué',
      },
    },
  },
  errors: { fetchAudit: 'No se pudo obtener el registro de auditoría.' },
  jobs: { names: { 'archive audit trail': 'Archivar entradas antiguas de auditoría' } },
};

export default es;
