import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  confirmation: {
    page: 'Su visita',
    title: 'Su visita del %{day}',
    when: 'Iremos entre las %{from} y las %{to}. ¿Estará usted?',
    time: 'Iremos el %{day} entre las %{from} y las %{to}.',
    where: 'Dirección de la visita: %{address}',
    fast: 'No coma durante las %{hours} horas anteriores a la visita. Puede beber agua.',
    prepare: 'Preparación: %{text}',
    phone: '¿Preguntas? Llámenos: %{phone}',
    prepared: 'Sigo la preparación que me indicaron.',
    confirm: 'Sí, estaré',
    cannot: 'No puedo recibir esta visita',
    final: 'No podrá cambiar aquí esta respuesta. Si algo cambia, comuníquese con nosotros.',
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
    onMyWay: {
      subject: 'Usted es el siguiente',
      text: 'Hola:\n\n%{business} irá a continuación a su domicilio: el %{day}, entre las %{from} y las %{to}.\n\nEste enlace muestra cuántas visitas hay antes de la suya:\n%{link}\n\nNo necesita ninguna cuenta. No reenvíe este mensaje.',
    },
    visit: {
      phone: '¿Preguntas? Llámenos: %{phone}',
      subject: 'Su visita del %{day}',
      text: 'Hola:\n\n%{business} irá a su domicilio el %{day}, entre las %{from} y las %{to}.\n\nDíganos si estará. Abra este enlace y elija una respuesta; funciona hasta la visita:\n%{link}\n\nNo necesita ninguna cuenta. No reenvíe este mensaje.',
    },
  },
  notices: {
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
  },
};

export default es;
