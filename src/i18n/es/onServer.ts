import type { onServer as english } from '../en/onServer.ts';
import type { Messages } from '../en.ts';

/** What only the server says, so that no browser fetches it: of files and queries, by mail and as notifications. */
export const onServer: Messages<typeof english> = {
  server: {
    ok: 'OK',
    signedIn: 'Sesión iniciada.',
    signedOut: 'Sesión cerrada.',
    wrongCredentials: 'El correo electrónico o la contraseña no son correctos.',
    deactivated: 'Esta cuenta está desactivada. Consulte a su administrador.',
    unauthorized: 'Inicie sesión de nuevo, por favor.',
    reauthenticate: 'Confirme que es usted.',
    commonPassword: 'Esta contraseña es de las más usadas. Elija otra.',
    obviousPassword: 'Elija una contraseña que no sea su correo, su nombre de usuario ni el nombre de este portal.',
    secondFactor: 'Muestre su segundo factor.',
    wrongFactor: 'No es correcto o ya se usó. Inténtelo de nuevo.',
    restartSignIn: 'El inicio de sesión tardó demasiado. Empiece de nuevo.',
    restartFactor: 'Esto tardó demasiado. Empiece de nuevo.',
    factorRequired: 'Su función necesita un segundo factor. Añada otro antes de quitar este.',
    tooManyFactors: 'Tiene tantos factores como puede haber. Quite uno primero.',
    noPasskeys: 'Las llaves de acceso solo funcionan donde se llega al portal por un nombre, no por un número.',
    undoOver: 'Este enlace ya no es válido. Si no puede iniciar sesión, pregunte a su administrador.',
    wrongOwnPassword: 'La contraseña no es correcta.',
    tooMany: 'Demasiados intentos. Espere %{seconds} segundos e inténtelo de nuevo.',
    busy: 'El servicio está ocupado. Inténtelo de nuevo en un momento.',
    internal: 'Algo salió mal de nuestro lado. Inténtelo de nuevo, por favor.',
    badRequest: 'No se pudo entender la solicitud.',
    tooLarge: 'Es demasiado grande para enviarse.',
    notMultipart: 'Los archivos deben enviarse como formulario (multipart/form-data).',
    fileEmpty: 'El archivo %{name} está vacío.',
    fileTooLarge: 'El archivo %{name} es demasiado grande. Se permiten como máximo %{most} MB.',
    fileTooMany: 'Demasiados archivos: aquí se permiten como máximo %{most}.',
    fileTooManyPixels: '“%{name}” tiene demasiados píxeles: se aceptan como máximo %{most} megapíxeles.',
    fileUnexpected: 'No se espera ningún archivo con el nombre %{name}.',
    fileNotImage: 'El archivo %{name} no es una imagen PNG, JPEG o WebP.',
    fileNotDocument: 'El archivo %{name} no es un PDF ni una imagen (PNG, JPEG, WebP).',
    fileNotTable:
      'El archivo %{name} no es un archivo CSV. En una hoja de cálculo, elija “Guardar como” y “CSV UTF-8”.',
    patientChanged: 'Estas citas han cambiado entretanto. Vuelva a mirar.',
    patientDeleted: 'Se eliminaron %{count} citas de este paciente.',
    alreadyAssigned: 'Esta cita ya tiene un empleado asignado.',
    overlap: 'Este empleado tiene otra cita a esa hora: %{time}.',
    lastAdmin: 'Usted es el último administrador activo. Nadie podría volver a activar esta cuenta.',
    alreadyTracked: 'Ya se subió una imagen de seguimiento para esta cita.',
    noSuchEmployee: 'Este empleado no existe o no está activo.',
    noSuchLaboratory: 'Este laboratorio no existe.',
    severalLaboratories: 'Varios laboratorios tienen este nombre. Cambie antes el nombre de uno de ellos.',
    laboratoryTaken: 'Otro laboratorio tiene este nombre, o uno que se le parece.',
    laboratoryReserved: 'Este nombre está reservado: ningún laboratorio puede llamarse así, ni casi así.',
    nameDecided: 'Este laboratorio ya no pide ese nombre.',
    emailTaken: 'Este correo electrónico ya está en uso.',
    usernameTaken: 'Este nombre de usuario ya está en uso.',
    employeeIdTaken: 'Este ID de empleado ya está en uso.',
    valueTaken: 'Este valor ya está en uso.',
    inUse: 'No se puede eliminar ni renombrar, porque hay registros en %{field} que lo usan.',
    noSuchRecord: 'Aquello a lo que se refiere no existe.',
    badList: 'No se puede dar esta lista: %{reason}',
    stale:
      'Otra persona cambió esto mientras tanto. Sus cambios se conservan aquí: cargue la nueva versión y aplíquelos de nuevo.',
    wrongPassword: 'La contraseña anterior no es correcta.',
    linkExpired: 'Este enlace venció. Vuelva a cargar la página, por favor.',
    restartReset: 'Esta solicitud ya no es válida. Pida un código nuevo, por favor.',
    full: 'No queda espacio para guardar esto. Avise a su administrador, por favor.',
    storage: 'Por ahora no se pueden guardar archivos. Avise a su administrador, por favor.',
  },
  tables: {
    noFile: 'Elija un archivo CSV.',
    empty: 'El archivo no tiene filas. La primera fila lleva los encabezados y debajo van los registros.',
    encoding: 'El archivo no está en UTF-8. En una hoja de cálculo, elija “Guardar como” y “CSV UTF-8”.',
    quotes: 'El archivo no se puede leer a partir de la línea %{row}: hay unas comillas que se abren y no se cierran.',
    tooLong: 'El archivo tiene demasiadas filas: se aceptan como máximo %{most} a la vez.',
    tooWide: 'El archivo tiene demasiadas columnas: se leen como máximo %{most}.',
    longCell: 'Una celda de la fila %{row} es demasiado larga: se leen como máximo %{most} caracteres.',
    longRow: 'La fila %{row} es demasiado larga: se leen como máximo %{most} caracteres.',
    column: 'No hay ningún campo para la columna “%{value}”.',
    columnMeant: 'No hay ningún campo para la columna “%{value}”. ¿Quiso decir “%{meant}”?',
    twice: 'La columna “%{value}” aparece dos veces.',
    noColumn: 'Falta la columna “%{field}”.',
    cells: 'Esta fila tiene más celdas que encabezados hay.',
    choice: '“%{value}” no es una de las opciones: %{choices}.',
    notFound: 'No se encontró “%{value}”. Indique el nombre completo, el correo electrónico o el código.',
    several: '“%{value}” es el nombre de varios. Indique el correo electrónico.',
    refused: 'No se importó nada: se encontraron %{count} errores.',
  },
  fhir: {
    parameter: 'No se entiende el parámetro de búsqueda %{name}.',
    format: 'Aquí solo se da JSON (application/fhir+json).',
  },
  mail: {
    otpSubject: 'Su código para el %{app}',
    otpText:
      'Hola, %{name}:\n\nSu código de un solo uso es %{code}. Es válido durante 10 minutos.\n\nSi usted no lo pidió, puede ignorar este mensaje.',
    portalAddress: '(la dirección del portal)',
    security: 'Hola, %{name}:\n\n%{what}\n\nCuándo: %{time}\nDesde: %{from}\n\n%{advice}',
    setPassword:
      'Abra %{link}, elija «¿Olvidó su contraseña?» y la función de administrador, y escriba esta dirección de correo: recibirá un código con el que elegir su contraseña.',
    notYou:
      'Si no fue usted, elija enseguida «¿Olvidó su contraseña?» en la pantalla de inicio de sesión y avise a su administrador.',
    undo: 'Si no fue usted, abra este enlace antes de 7 días. Recupera esta dirección, cierra todas las sesiones y le permite poner una contraseña nueva:\n%{link}',
    events: {
      invited: {
        subject: 'Ahora es administrador',
        text: 'se le ha nombrado administrador de %{app}. Usted mismo elige su contraseña.',
      },
      passwordChanged: {
        subject: 'Se cambió su contraseña',
        text: 'Se cambió la contraseña de su cuenta en el %{app}.',
      },
      passwordReset: {
        subject: 'Se restableció su contraseña',
        text: 'La contraseña de su cuenta en el %{app} se restableció con un código que le enviamos.',
      },
      emailChanged: {
        subject: 'Se cambió su correo electrónico',
        text: 'Su cuenta en el %{app} tiene ahora otro correo electrónico. Los mensajes ya no llegan aquí.',
      },
      emailRestored: {
        subject: 'Se recuperó el correo electrónico anterior',
        text: 'Se deshizo el cambio de correo electrónico de una cuenta en el %{app}. Los mensajes ya no llegan aquí.',
      },
      deactivated: {
        subject: 'Se desactivó su cuenta',
        text: 'Se desactivó su cuenta en el %{app}. Nadie puede iniciar sesión con ella.',
      },
      feedMade: {
        subject: 'Se creó un calendario',
        text: 'Se creó una dirección con la que se pueden leer sus visitas del %{app} como calendario.',
      },
      feedNames: {
        subject: 'Su calendario nombra ahora a los pacientes',
        text: 'El calendario de sus visitas del %{app} contiene ahora nombres, direcciones y teléfonos de pacientes.',
      },
      factorAdded: {
        subject: 'Se añadió un segundo factor',
        text: 'Se añadió un segundo factor a su cuenta en el %{app}. Desde ahora se pide al iniciar sesión.',
      },
      factorRemoved: {
        subject: 'Se quitó un segundo factor',
        text: 'Se quitó un segundo factor de su cuenta en el %{app}.',
      },
      recoveryCodes: {
        subject: 'Se crearon códigos de recuperación nuevos',
        text: 'Se crearon códigos de recuperación nuevos para su cuenta en el %{app}. Los anteriores ya no valen.',
      },
      recoveryUsed: {
        subject: 'Se usó un código de recuperación',
        text: 'Alguien inició sesión en su cuenta en el %{app} con uno de sus códigos de recuperación.',
      },
    },
  },
  notices: {
    added: {
      title: 'Cita nueva',
      body: '%{laboratory} agregó una cita para %{patient}.',
      push: '%{laboratory} agregó una cita.',
    },
    assigned: {
      title: 'Cita asignada',
      body: 'Se le asignó la cita de %{patient} del %{date}.',
      push: 'Se le asignó una cita del %{date}.',
    },
    imported: {
      title: 'Citas importadas',
      body: '%{laboratory} importó citas nuevas: %{count}.',
    },
    assignedMany: {
      title: 'Citas asignadas',
      body: 'Se le asignaron citas nuevas: %{count}.',
    },
    status: {
      title: 'Cambio de estado',
      body: 'La cita de %{patient} ahora está en estado: %{status}.',
      push: 'Una cita ahora está en estado: %{status}.',
    },
    tracking: {
      title: 'Imagen de seguimiento subida',
      body: '%{employee} subió la imagen de seguimiento de %{patient}.',
      push: '%{employee} subió una imagen de seguimiento.',
    },
    nameRequested: {
      title: 'Un laboratorio quiere otro nombre',
      body: '%{laboratory} quiere llamarse «%{name}». Apruebe o rechace el nombre en los laboratorios.',
    },
    nameApproved: {
      title: 'Nuevo nombre aprobado',
      body: 'Su laboratorio se llama ahora «%{name}».',
    },
    nameRefused: {
      title: 'Nuevo nombre rechazado',
      body: 'Un administrador rechazó el nombre «%{name}». Su laboratorio sigue llamándose «%{laboratory}».',
    },
  },
};
