/** Portal name, roles, sign-in and dashboards. */
export const shell = {
  app: {
    name: 'Mobile Phlebotomy Portal',
    tagline: 'Blood draws at home, on time.',
  },
  roles: {
    admin: 'Admin',
    employee: 'Employee',
    laboratory: 'Laboratory',
  },
  nav: {
    search: 'Search appointments',
    searchHint: 'Search by patient',
    notFound: 'No appointment found.',
  },
  calendar: {
    assign: 'Assign the visit',
    moveEntry: 'Move the visit',
    moveFocus: 'Move from visit to visit',
  },
  signIn: {
    points: {
      visits: 'Every visit, from request to result, in one place.',
      people: 'The right phlebotomist at the right door.',
      laboratories: 'Laboratories see each step as it happens.',
    },
  },
  dashboard: {
    title: 'Dashboard',
    employees: 'Employees',
    appointments: 'Appointments',
    pending: 'Pending',
    totalAppointments: 'Total Appointments',
    pendingAppointments: 'Pending Appointments',
    totalEarnings: 'Total Earnings',
    today: "Today's Appointments",
    noneToday: 'No appointments scheduled for today.',
    noneTodayLaboratory: 'No appointments scheduled for today',
    activeEmployees: 'Active Employees',
    noActiveEmployee: 'No active employee found.',
    chart: 'Weekly Appointment Trends (Last 5 Weeks)',
    noWeekly: 'No weekly data available to display chart.',
    you: 'You',
    week: 'Week %{number}',
    weekHead: 'Week',
    incomplete: 'Incomplete data from server.',
    next: 'Next',
    employeeId: 'Employee Id',
  },
} as const;
