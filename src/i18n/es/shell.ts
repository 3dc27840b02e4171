import type { Messages } from 'portal-frame/wire';
import type { shell as english } from '../en/shell.ts';

export const shell: Messages<typeof english> = {
  app: {
    name: 'Portal de flebotomía móvil',
    tagline: 'Extracciones de sangre en casa, a tiempo.',
  },
  roles: {
    admin: 'Administrador',
    employee: 'Empleado',
    laboratory: 'Laboratorio',
  },
  nav: {
    search: 'Buscar citas',
    searchHint: 'Buscar por paciente',
    notFound: 'No se encontró ninguna cita.',
  },
  calendar: {
    assign: 'Asignar la visita',
    moveEntry: 'Mover la visita',
    moveFocus: 'Ir de visita en visita',
  },
  signIn: {
    points: {
      visits: 'Cada visita, de la solicitud al resultado, en un solo lugar.',
      people: 'El flebotomista indicado en la puerta indicada.',
      laboratories: 'Los laboratorios ven cada paso en cuanto ocurre.',
    },
  },
  dashboard: {
    title: 'Inicio',
    employees: 'Empleados',
    appointments: 'Citas',
    pending: 'Pendientes',
    totalAppointments: 'Total de citas',
    pendingAppointments: 'Citas pendientes',
    totalEarnings: 'Ingresos totales',
    today: 'Citas de hoy',
    noneToday: 'No hay citas programadas para hoy.',
    noneTodayLaboratory: 'No hay citas programadas para hoy',
    activeEmployees: 'Empleados activos',
    noActiveEmployee: 'No se encontró ningún empleado activo.',
    chart: 'Tendencia semanal de citas (últimas 5 semanas)',
    noWeekly: 'No hay datos semanales para mostrar en la gráfica.',
    you: 'Usted',
    incomplete: 'El servidor envió datos incompletos.',
    next: 'Siguiente',
    employeeId: 'ID de empleado',
    week: 'Semana %{number}',
    weekHead: 'Semana',
  },
};
