const en = {
  toasts: {
    moved: 'Appointment moved',
    unassigned: 'Appointment unassigned',
    cancelled: 'Appointment cancelled',
  },
  resources: {
    appointments: {
      tabs: {
        unassigned: 'Unassigned',
        conflicts: 'Conflicts',
        today: 'Today',
        upcoming: 'Upcoming',
        late: 'Late',
        done: 'Reported done',
        all: 'All',
      },
    },
  },
} as const;
export default en;
