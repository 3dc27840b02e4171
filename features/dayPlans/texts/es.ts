import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  plan: {
    absent: 'Ausente ese día',
    absentNamed: '%{name}: ausente ese día',
    isAbsent: '%{name} está ausente. Al aceptar el plan se anota el día libre.',
    planDay: 'Planificar este día',
    planChosen: 'Planificar %{smart_count} visita |||| Planificar %{smart_count} visitas',
    planTitle: 'Plan del %{day}',
    reassign: 'Reasignar también las visitas que tienen empleado',
    nothing: 'No hay un plan mejor: nada cambia.',
    travel: 'Trayectos: %{before} min ahora, %{after} min en el plan.',
    withoutEmployee: 'Sin empleado: %{before} ahora, %{after} en el plan.',
    wayMinutes: '%{minutes} min de trayecto',
    fromEmployee: 'de %{name}',
    kinds: { new: 'nueva', moved: 'cambiada', stays: 'sin cambios', against: 'sin cambios, en conflicto' },
    movedFrom: 'en lugar de %{time}',
    moreUnfit: 'Mostrar %{smart_count} visita más |||| Mostrar %{smart_count} visitas más',
    fitsNobody: 'Nadie puede hacerlas',
    accept: 'Aceptar %{smart_count} cambio |||| Aceptar %{smart_count} cambios',
    accepted: '%{smart_count} visita planificada |||| %{smart_count} visitas planificadas',
    skipped:
      '%{smart_count} visita había cambiado y queda como está |||| %{smart_count} visitas habían cambiado y quedan como están',
    dayOffEntered: 'Día libre anotado |||| %{smart_count} días libres anotados',
    enterDayOff: 'Anotar el día libre',
    setHours: 'Fijar horario',
    include: 'Planificar con %{name}',
    unplanned: {
      noHours:
        '%{smart_count} persona no tiene horario de trabajo |||| %{smart_count} personas no tienen horario de trabajo',
      notDrawing:
        'No se planifica con %{smart_count} persona de la oficina |||| No se planifica con %{smart_count} personas de la oficina',
    },
    withoutWeek:
      '%{names} no tiene horario: se supone que recibe tubos a cualquier hora. |||| %{names} no tienen horario: se supone que reciben tubos a cualquier hora.',
    visitCount: '%{smart_count} visita |||| %{smart_count} visitas',
    hours: '%{hours} h',
    miles: '%{miles} mi',
    lane: 'Día de %{name}',
    shorter: 'menos trayecto',
    staysWith: 'sigue con %{name}',
    way: '%{time} con %{name}',
    ways: {
      zone: '%{time} con %{name}, fuera de la zona',
      dailyCap: '%{time} con %{name}, una visita más de lo previsto',
      noHours: '%{time} con %{name}, sin horario conocido',
      shift: '%{time} con %{name}, fuera del horario de trabajo',
    },
    unassigned: '%{smart_count} visita sin asignar |||| %{smart_count} visitas sin asignar',
    stillNeed:
      '%{smart_count} visita aún necesita a alguien: %{names} |||| %{smart_count} visitas aún necesitan a alguien: %{names}',
    inConflict:
      '%{smart_count} visita sigue en conflicto: %{names} |||| %{smart_count} visitas siguen en conflicto: %{names}',
    namesAndMore: '%{names} y %{smart_count} más',
    lost: '%{names} no pudo quedar como se mostraba: la visita ha cambiado entretanto. |||| %{names} no pudieron quedar como se mostraba: las visitas han cambiado entretanto.',
  },
};
export default es;
