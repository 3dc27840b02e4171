import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  automations: {
    drawnTubes: {
      rejected: {
        title: 'Tubo rechazado',
        body: 'El tubo %{label}, que usted extrajo, fue rechazado: %{rejectReason}. Se extraerá de nuevo.',
        push: 'Un tubo que usted extrajo fue rechazado: %{rejectReason}.',
      },
    },
  },
  server: {
    patientChanged: 'Estas citas han cambiado entretanto. Vuelva a mirar.',
    patientDeleted: 'Se eliminaron %{count} citas de este paciente.',
    patientFilesPending:
      'Se eliminaron %{count} citas de este paciente. Quedan pendientes %{files} archivos, porque el almacenamiento no responde. El servidor lo sigue intentando.',
    alreadyAssigned: 'Esta cita ya tiene un empleado asignado.',
    reportedDone: 'El empleado informó de que esta visita está hecha. Este cambio borra ese informe.',
    reportedDoneMany: 'Visitas informadas como hechas, cuyos informes borra este cambio: %{count}.',
    pastDay: 'Ese día ya pasó: %{time}.',
    reportKeyUsed: 'Este aviso pertenece a otra visita.',
    startedOver: 'Esta visita ya terminó: no se empieza otra vez.',
    labelUsed: 'La etiqueta %{label} ya está en otro tubo.',
    nothingToHandOver: 'Ninguno de estos tubos puede entregarlo usted ahora a este laboratorio: %{labels}.',
    deviceTaken: 'Estos pasos son del dispositivo de otra persona.',
    noOrder: 'Esta cita no tiene pedido.',
    orderDrawn:
      'Ya hay tubos extraídos de este pedido: se queda, y con su cita. Un administrador puede corregir antes los tubos.',
    tooManyReports: 'Esta visita ya tiene demasiados avisos.',
    visitOver: 'Esta visita ya terminó o está en curso: conserva su empleado y su hora.',
    paid: 'El importe ya está pagado y no se cambia.',
    monthClosed: 'El mes %{month} está cerrado y este cambio lo alteraría. Elija días posteriores o reábralo.',
    monthNotOver: 'Este mes aún no ha terminado.',
    monthPaid: 'Una factura o un pago de este mes está pagado, así que sigue cerrado.',
    monthUnfinished:
      'Visitas sin resultado: %{withoutResult}, sin precio: %{withoutPrice}, sin empleado: %{withoutEmployee}. Resuélvalas o cierre con puntos abiertos.',
    firstOfMonth: 'Elija el primer día del mes.',
    noPlannedMiles:
      'La ruta planificada no tiene millas, o una dirección sin código postal conocido. Escriba las millas.',
    notPartly: 'Debe ser más que cero y menos que el saldo.',
    alreadyTracked: 'Ya se subió una imagen de seguimiento para esta cita.',
    noSuchEmployee: 'Este empleado no existe o no está activo.',
    noSuchLaboratory: 'Este laboratorio no existe.',
    severalLaboratories: 'Varios laboratorios tienen este nombre. Cambie antes el nombre de uno de ellos.',
    laboratoryTaken: 'Otro laboratorio tiene este nombre, o uno que se le parece.',
    laboratoryReserved: 'Este nombre está reservado o se parece demasiado a uno reservado. Elija otro.',
    nameDecided: 'Este laboratorio ya no pide ese nombre.',
    employeeIdTaken: 'Este ID de empleado ya está en uso.',
    reportOutdated: 'Ya no se aceptan avisos como este. Vuelva a cargar la página y avise de nuevo.',
  },
  toasts: {
    handOverClosed: 'Lectura cerrada',
  },
  fhir: {
    parameter: 'No se entiende el parámetro de búsqueda %{name}.',
    unsupported: 'No se admite el parámetro de búsqueda %{name}. Los que se admiten están en /fhir/metadata.',
    format: 'Aquí solo se da JSON (application/fhir+json).',
  },
  confirmation: {
    page: 'Su visita',
    title: 'Su visita del %{day}',
    when: 'Iremos entre las %{from} y las %{to}. ¿Estará usted?',
    time: 'Iremos el %{day} entre las %{from} y las %{to}.',
    where: 'Iremos a: %{address}',
    fast: 'No coma durante las %{hours} horas anteriores a la visita. Puede beber agua.',
    prepare: 'Preparación: %{text}',
    phone: '¿Preguntas? Llámenos: %{phone}',
    prepared: 'Sigo la preparación que me indicaron.',
    confirm: 'Sí, estaré',
    cannot: 'No puedo recibir esta visita',
    why: '¿Por qué?',
    choose: 'Díganos por qué no puede recibirnos.',
    decline: 'No, comuníquense conmigo',
    cancel: 'Cancelar la visita',
    cancelReason: 'Por el paciente: %{reason}',
    moveTitle: 'Cambiar la hora de esta visita',
    newTime: 'Nueva hora',
    chooseTime: 'Elija una hora',
    between: 'entre las %{from} y las %{to}',
    move: 'Cambiar la hora',
    noTimes: 'No hay otra hora libre en este momento. Llámenos, por favor.',
    stops: 'Visitas antes de la suya hoy: %{count}.',
    next: 'Usted es el siguiente.',
    tooLate: 'Ya es tarde para cambiar la visita aquí. Comuníquese con nosotros.',
    taken: 'Esta hora ya no está libre. Elija otra.',
    confirmed: {
      title: 'Gracias',
      text: 'La hora está confirmada. Si surge algo, use de nuevo este enlace hasta la visita.',
    },
    declined: {
      title: 'Gracias',
      text: 'Hemos recibido su respuesta y nos comunicaremos con usted. Puede cerrar esta página.',
    },
    cancelled: {
      title: 'Su visita está cancelada',
      text: 'Gracias por avisarnos. Puede cerrar esta página.',
    },
    over: {
      title: 'Este enlace ha caducado',
      text: 'Ya llegó la hora de la visita y no se puede responder.',
    },
    changed: {
      title: 'Esta visita ha cambiado',
      text: 'Se cambió de hora o se canceló después de enviar el mensaje. Si hay otra hora, recibirá otro mensaje o una llamada.',
    },
    unknown: {
      title: 'Este enlace no funciona',
      text: 'Puede que le falte una parte. Vuelva a abrir el enlace de nuestro último mensaje, hasta el final.',
    },
  },
  mail: {
    invoice: {
      subject: 'Factura %{number}',
      text: 'Factura %{number}: %{total}, vence el %{dueOn}. El PDF adjunto tiene sus líneas.',
    },
    onMyWay: {
      subject: 'Usted es el siguiente',
      text: 'Hola:\n\n%{business} irá a continuación a su domicilio: el %{day}, entre las %{from} y las %{to}.\n\nEste enlace muestra cuántas visitas hay antes de la suya:\n%{link}\n\nNo necesita ninguna cuenta. No reenvíe este mensaje.',
    },
    visit: {
      phone: '¿Preguntas? Llámenos: %{phone}',
      subject: 'Su visita del %{day}',
      text: 'Hola:\n\n%{business} irá a su domicilio el %{day}, entre las %{from} y las %{to}.\n\nDíganos si estará. Abra este enlace y elija una respuesta; funciona hasta la visita:\n%{link}\n\nNo necesita ninguna cuenta. No reenvíe este mensaje.',
    },
    events: {
      feedMade: {
        subject: 'Se creó un calendario',
        text: 'Se creó una contraseña o dirección secreta con la que se pueden leer sus visitas del %{app} como calendario.',
      },
      feedNames: {
        subject: 'Su calendario nombra ahora a los pacientes',
        text: 'El calendario de sus visitas del %{app} contiene ahora nombres, direcciones y teléfonos de pacientes.',
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
    moved: {
      title: 'Cita movida',
      body: 'La cita de %{patient} se movió al %{date}.',
      push: 'Una cita se movió al %{date}.',
    },
    edited: {
      title: 'Cita modificada',
      body: 'Se cambiaron los datos de la cita de %{patient} del %{date}.',
      push: 'Se cambiaron los datos de una cita del %{date}.',
    },
    cancelled: {
      title: 'Cita cancelada',
      body: 'Se canceló la cita de %{patient} del %{date}: %{reason}',
      push: 'Se canceló una cita del %{date}.',
    },
    withdrawn: {
      title: 'Cita a cargo de otro laboratorio',
      body: 'La cita de %{patient} del %{date} está ahora a cargo de otro laboratorio.',
      push: 'Una cita del %{date} está ahora a cargo de otro laboratorio.',
    },
    unassigned: {
      title: 'Cita retirada de su lista',
      body: 'La cita de %{patient} del %{date} ya no es suya.',
      push: 'Una cita del %{date} ya no es suya.',
    },
    unassignedMany: {
      title: 'Citas retiradas de su lista',
      body: 'Citas que ya no son suyas: %{count}.',
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
    notDrawn: {
      title: 'No se pudo extraer',
      body: '%{employee} no pudo extraer la muestra de %{patient} (%{date}): %{said}',
      push: '%{employee} no pudo extraer la muestra en una cita del %{date}.',
    },
    redraw: {
      title: 'Hay que repetir una extracción',
      body: '%{laboratory} necesita que se repita un tubo de %{patient}. Una cita nueva, propuesta para el %{date}, necesita hora y empleado.',
      push: '%{laboratory} necesita que se repita un tubo. Una cita nueva necesita hora y empleado.',
    },
    redrawMore: {
      title: 'Repetición: un tubo más',
      body: '%{laboratory} necesita que se repita un tubo más de %{patient}. Se hará en la cita que espera empleado, del %{date}.',
      push: '%{laboratory} necesita que se repita un tubo más, en una cita que espera empleado.',
    },
    declined: {
      title: 'El paciente dice que no',
      body: '%{patient} dice que no a la visita del %{date}: %{said}',
      push: 'Un paciente dice que no a una visita del %{date}.',
    },
    movedByPatient: {
      title: 'El paciente cambió la hora de una visita',
      body: '%{patient} pasó la visita al %{date}. La sigue haciendo: %{employee}',
      push: 'Un paciente pasó una visita al %{date}.',
    },
    cancelledByPatient: {
      title: 'El paciente canceló una visita',
      body: '%{patient} canceló la visita del %{date}: %{said}',
      push: 'Un paciente canceló una visita del %{date}.',
    },
    tubesMissing: {
      title: 'Faltan tubos',
      body: '%{laboratory} leyó una entrega de %{of}. Faltan: %{labels}',
      push: '%{laboratory} leyó una entrega de %{of}. Tubos que faltan: %{count}',
    },
    visitNote: {
      title: 'Nota sobre una visita',
      body: '%{employee} sobre %{patient} (%{date}): %{said}',
      push: '%{employee} dejó una nota sobre una cita del %{date}.',
    },
    lateReport: {
      title: 'Informe anterior a su cambio',
      body: '%{employee} sobre %{patient} (%{date}): %{said}. El informe es anterior al último cambio de la visita, que queda como está.',
      push: 'Un informe sobre una cita del %{date} es anterior a su último cambio.',
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

export default es;
