import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  secondFactor: {
    title: 'Autenticación en dos pasos',
    totpHint: 'Escriba el código que muestra ahora su aplicación de autenticación.',
    passkeyHint: 'Confirme con su llave de acceso: huella, rostro, PIN o llave de seguridad.',
    recoveryHint: 'Escriba uno de los códigos de recuperación que guardó. Vale una vez.',
    code: 'Código',
    recoveryCode: 'Código de recuperación',
    submit: 'Continuar',
    usePasskey: 'Usar la llave de acceso',
    passkeyFailed: 'La llave de acceso no se usó. Inténtelo de nuevo o elija otra manera.',
    use: {
      totp: 'Usar un código de la aplicación',
      passkey: 'Usar una llave de acceso',
      recovery: 'Usar un código de recuperación',
    },
    back: 'Volver al inicio de sesión',
    setUpTitle: 'Un paso más',
    setUpText: 'Su rol exige un segundo paso además de la contraseña. Configúrelo ahora; tarda un minuto.',
    setUp: 'Configurar',
    add: 'Configurar un segundo paso',
    kinds: {
      totp: 'Aplicación de autenticación',
      totpHint: 'Una aplicación de su teléfono muestra un código nuevo cada 30 segundos.',
      passkey: 'Llave de acceso',
      passkeyHint: 'Huella, rostro o PIN de este dispositivo, o una llave de seguridad.',
    },
    name: 'Nombre (a su elección)',
    scan: 'Escanéelo con su aplicación de autenticación y escriba el código que muestra.',
    qr: 'Código QR para la aplicación de autenticación',
    openHint: 'Abra su aplicación de autenticación en este teléfono y escriba el código que muestra.',
    openApp: 'Abrir la aplicación de autenticación',
    otherPhone: 'Escanear con otro teléfono',
    key: 'O escriba allí esta clave:',
    copyKey: 'Copiar la clave',
    confirm: 'Confirmar',
    passkeyText: 'Su navegador preguntará dónde guardar la llave de acceso.',
    makePasskey: 'Crear la llave de acceso',
    recoveryTitle: 'Sus códigos de recuperación',
    recoveryText:
      'Cada uno sirve para entrar una vez si pierde el teléfono o la llave. Guárdelos donde guarda sus contraseñas: se muestran solo esta vez.',
    copy: 'Copiar',
    download: 'Descargar',
    kept: 'Los he guardado',
    list: 'Segundos pasos',
    added: 'Agregado el %{day}',
    used: 'Usado por última vez el %{day}',
    remove: 'Quitar',
    removeThis: 'Quitar %{name}',
    addAnother: 'Agregar otro',
    newCodes: 'Códigos de recuperación nuevos',
    left: 'Códigos de recuperación restantes: %{count}',
    endTitle: '¿Apagar la autenticación en dos pasos?',
    endText:
      'Se quitan todos los segundos pasos y códigos de recuperación. Después basta la contraseña para entrar en su cuenta.',
    endYes: 'Apagar',
  },
};

export default es;
