import type { shell as english } from '../en/shell.ts';
import type { Messages } from '../texts.ts';

/** What stands around the lists: navigation, sign-in and single pages. */
export const shell: Messages<typeof english> = {
  app: {
    name: 'Portal',
    tagline: 'Bienvenido.',
  },
  nav: {
    dashboard: 'Inicio',
    settings: 'Configuración',
    profile: 'Perfil',
    logout: 'Cerrar sesión',
    notifications: 'Notificaciones',
    toggleSidebar: 'Mostrar u ocultar el menú lateral',
    account: 'Su cuenta',
    theme: 'Cambiar entre claro y oscuro',
    main: 'Principal',
    bar: 'Más usado',
    skip: 'Ir al contenido',
    searching: 'Buscando...',
    unread: 'Notificaciones, %{count} sin leer',
  },
  signIn: {
    title: 'Iniciar sesión',
    subtitle: 'Escriba su correo electrónico y su contraseña para entrar.',
    email: 'Correo electrónico',
    password: 'Contraseña',
    showPassword: 'Mostrar la contraseña',
    hidePassword: 'Ocultar la contraseña',
    submit: 'Entrar',
    submitting: 'Entrando...',
    forgot: 'Olvidé mi contraseña',
  },
  signInAgain: {
    title: 'Inicie sesión para continuar',
    text: 'Lo que escribió se conserva. Después de entrar, podrá guardarlo.',
    leave: 'Salir sin guardar',
  },
  reset: {
    title: 'Olvidé mi contraseña',
    emailHint: 'Le enviaremos un código de un solo uso a esta dirección.',
    otpHint: 'Escriba el código de 6 dígitos que enviamos a %{email}.',
    passwordHint: 'Elija una nueva contraseña de al menos 8 caracteres.',
    email: 'Correo electrónico',
    role: 'Rol',
    otp: 'Código',
    newPassword: 'Nueva contraseña',
    send: 'Enviar código',
    sending: 'Enviando...',
    verify: 'Verificar código',
    verifying: 'Verificando...',
    reset: 'Restablecer contraseña',
    resetting: 'Restableciendo...',
    cancel: 'Cancelar',
    sent: 'Enviamos el código a su correo electrónico',
    done: 'La contraseña se restableció correctamente.',
  },
  logout: {
    running: 'Cerrando sesión...',
    done: '¡Hasta pronto!',
    failed: 'No se pudo cerrar la sesión. Redirigiendo...',
  },
  /** What is kept on this device and the host does not have. */
  unsent: {
    text: 'Al cerrar sesión se borra lo que no se envió. Con conexión se envía solo.',
    leave: 'Cerrar sesión y borrar',
  },
  idle: {
    title: '¿Sigue ahí?',
    text: 'Se cerrará su sesión porque hace un rato que no hay actividad.',
    left: 'Tiempo restante: %{seconds} segundos',
    stay: 'Seguir conectado',
    leave: 'Cerrar sesión ahora',
  },
  notFound: {
    tab: 'Página no encontrada',
    title: 'ERROR',
    text: 'No encontramos la página que busca.',
    home: 'Volver a la página de inicio',
  },
  dashboard: {
    loading: 'Cargando...',
  },
};
