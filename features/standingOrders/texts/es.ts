import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  resources: {
    standingOrders: {
      name: 'Pedido permanente |||| Pedidos permanentes',
      empty: 'Aún no hay pedidos permanentes.',
      create: 'Agregar pedido permanente',
      groups: { patient: 'Paciente', visit: 'Visita', week: 'Días y horas', repeat: 'Repetición' },
      facilityHelp: 'Los pacientes de un centro con el mismo día y hora se atienden uno tras otro en una sola parada.',
      employeeHelp: 'Las visitas que este empleado no puede hacer esperan al despachador.',
      weekHelp: 'Días de la semana. La visita se reserva a la primera hora.',
      untilHelp: 'Fin de la autorización. Déjelo vacío si no termina.',
      namesakeHelp: 'Solo si un pedido permanente igual es de otro paciente.',
      fields: {
        patientName: 'Nombre del paciente',
        dateOfBirth: 'Fecha de nacimiento',
        gender: 'Género',
        contactNumber: 'Número de contacto',
        email: 'Correo electrónico',
        facility: 'Centro',
        address: 'Dirección',
        laboratory: 'Laboratorio',
        employee: 'Empleado',
        priorityLevel: 'Prioridad',
        tests: 'Pruebas',
        week: 'Días y horas',
        everyWeeks: 'Repetir cada (semanas)',
        from: 'Primer día',
        until: 'Último día',
        endsBy: 'Termina antes del',
        onHoliday: 'En un día cerrado',
        namesake: 'Otro paciente con este nombre',
        bookedUntil: 'Reservado hasta',
      },
    },
  },
  jobs: { names: { 'standing orders': 'Reservar pedidos permanentes' } },
};

export default es;
