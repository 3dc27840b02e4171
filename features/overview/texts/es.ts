import type { Messages } from 'portal-frame/wire';
import type english from './en.ts';

const es: Messages<typeof english> = {
  firstSteps: {
    title: 'Primeros pasos',
    hide: 'Ocultar',
    done: 'Paso %{number}: hecho',
    open: 'Paso %{number}',
    business: 'Introduzca su empresa',
    businessHint: 'Su nombre y dirección figuran en facturas, nóminas y correos.',
    laboratory: 'Agregue sus laboratorios',
    laboratoryHint: 'Las visitas se reservan para un laboratorio, y su horario dice cuándo pueden llegar los tubos.',
    employees: 'Agregue sus empleados y sus horarios',
    employeesHint:
      'El plan solo da visitas a quien trabaja a esa hora: según el turno de su perfil o según sus turnos.',
    visit: 'Reserve la primera visita',
    visitHint: 'Importe una lista si la tiene, o introduzca una visita a mano.',
  },
  dashboard: {
    otherDays: 'Citas de otros días',
    needsDoing: 'Por atender',
    unassigned: 'Sin asignar',
    conflicts: 'Conflictos',
    late: 'Atrasadas',
    uncollected: 'Visitas atrasadas',
    untracked: 'Sin imagen de seguimiento',
    waiting: 'En espera de empleado',
    completedMonth: 'Completadas este mes',
    pay: 'Mi paga',
    payNote: 'Los ingresos totales son tarifas. Su paga sigue su tarifario.',
    paymentsToCome: '%{smart_count} más de visitas por venir',
    openPayments: 'Tarifas de pacientes por cobrar',
    earnedMonth: 'Ingresos del mes',
    lastMonth: '%{amount} el mes pasado',
    progress: 'Avance de hoy',
    done: '%{done} de %{all} completadas',
    toConfirm:
      'Completar %{smart_count} visita informada como hecha |||| Completar %{smart_count} visitas informadas como hechas',
    doneShort: '%{done} de %{all}',
    nobodyToday: 'Hoy ningún empleado tiene visitas.',
    moreEmployees:
      '%{smart_count} empleado más tiene visitas hoy. |||| %{smart_count} empleados más tienen visitas hoy.',
  },
};
export default es;
