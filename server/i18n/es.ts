import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  server: {
    alreadyAssigned: 'Esta cita ya tiene un empleado asignado.',
    pastDay: 'Ese día ya pasó: %{time}.',
    noOrder: 'Esta cita no tiene pedido.',
    visitOver: 'Esta visita ya terminó o está en curso: conserva su empleado y su hora.',
    paid: 'El importe ya está pagado y no se cambia.',
    sameVisit: 'Esta visita ya existe: el mismo paciente, laboratorio y hora.',
    sameVisitMany: 'Visitas que ya existen, con el mismo paciente, laboratorio y hora: %{count}.',
    sameRow: 'La fila %{row} es la misma visita: el mismo paciente, laboratorio y hora.',
    alreadyTracked: 'Ya se subió una imagen de seguimiento para esta cita.',
    noSuchEmployee: 'Este empleado no existe o no está activo.',
    noSuchLaboratory: 'Este laboratorio no existe.',
    severalLaboratories: 'Varios laboratorios tienen este nombre. Cambie antes el nombre de uno de ellos.',
    laboratoryTaken: 'Otro laboratorio tiene este nombre, o uno que se le parece.',
    laboratoryReserved: 'Este nombre está reservado o se parece demasiado a uno reservado. Elija otro.',
    nameDecided: 'Este laboratorio ya no pide ese nombre.',
    employeeIdTaken: 'Este ID de empleado ya está en uso.',
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
      body: '%{laboratory} importó citas nuevas (%{days}): %{count}.',
    },
    assignedMany: {
      title: 'Citas asignadas',
      body: 'Se le asignaron citas nuevas (%{days}): %{count}.',
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
      body: 'Citas que ya no son suyas (%{days}): %{count}.',
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

export default es;
