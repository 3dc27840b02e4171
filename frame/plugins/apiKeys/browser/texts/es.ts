import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  apiKeys: {
    title: 'Claves de API',
    hint: 'Con una clave, un programa usa el portal por una cuenta, con los permisos de esa cuenta.',
    create: 'Crear clave de API',
    creating: 'Creando...',
    name: 'Nombre',
    nameHint: 'El programa que usa la clave. El registro de auditoría muestra este nombre.',
    account: 'Cuenta',
    accountHint: 'La clave ve y cambia lo que esta cuenta puede ver y cambiar.',
    newAccount: 'Nueva cuenta de servicio (%{role})',
    mcpLabel: 'Usada por',
    mcp: {
      off: 'Un programa',
      codes: 'Un asistente de IA que ve códigos en lugar de personas',
      names: 'Un asistente de IA que ve nombres',
    },
    mcpHint: 'Una clave para un asistente de IA solo sirve para MCP y muestra una vista previa de cada cambio.',
    accessLabel: 'Acceso',
    access: { read: 'Solo lectura', write: 'Lectura y escritura' },
    daysLabel: 'Válida durante',
    days: '%{smart_count} día |||| %{smart_count} días',
    resources: 'Recursos',
    resourcesHint: 'Déjelo vacío para permitir todo lo que la cuenta puede usar.',
    actsFor: 'Por %{name}',
    used: 'Último uso: %{time}',
    unused: 'Sin usar',
    expires: 'Caduca: %{time}',
    expired: 'Caducada',
    revoked: 'Revocada',
    revoke: 'Revocar',
    revokeThis: 'Revocar %{name}',
    revokeTitle: '¿Revocar esta clave de API?',
    revokeText: 'El programa que usa “%{name}” ya no podrá acceder al portal. No se puede deshacer.',
    secretTitle: 'Su nueva clave de API',
    secretText: 'Copie la clave en el programa ahora. No se volverá a mostrar.',
    copy: 'Copiar la clave',
    kept: 'Ya la copié',
  },
  errors: {
    apiKeys: 'No se pudieron cargar las claves de API',
  },
};

export default es;
