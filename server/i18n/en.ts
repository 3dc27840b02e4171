/**
 * Texts that only the server uses. They override the frame's (frame/i18n/en/serverTexts.ts) and the portal's (src/i18n).
 */
const en = {
  server: {
    alreadyAssigned: 'An employee is already assigned to this appointment.',
    pastDay: 'That day has passed: %{time}.',
    noOrder: 'There is no order for this appointment.',
    visitOver: 'This visit is over or under way, so it stays with its employee and at its time.',
    paid: 'The fees are paid, so they cannot be changed.',
    sameVisit: 'This visit is there already: the same patient, laboratory and time.',
    sameVisitMany: 'Visits that are there already, with the same patient, laboratory and time: %{count}.',
    sameRow: 'Row %{row} is the same visit: the same patient, laboratory and time.',
    alreadyTracked: 'A tracking image was already uploaded for this appointment.',
    noSuchEmployee: 'This employee does not exist or is not active.',
    noSuchLaboratory: 'This laboratory does not exist.',
    severalLaboratories: 'Several laboratories have this name. Rename one of them first.',
    laboratoryTaken: 'Another laboratory has this name, or one that looks like it.',
    laboratoryReserved: 'This name is reserved, or too similar to a reserved one. Please choose another.',
    nameDecided: 'This laboratory is no longer asking for that name.',
    employeeIdTaken: 'This employee ID is already in use.',
  },
  notices: {
    added: {
      /** `push` is sent to push services, so it names no patient. */
      title: 'New appointment',
      body: '%{laboratory} added an appointment for %{patient}.',
      push: '%{laboratory} added an appointment.',
    },
    assigned: {
      title: 'Appointment assigned',
      body: 'The appointment of %{patient} on %{date} was assigned to you.',
      push: 'An appointment on %{date} was assigned to you.',
    },
    imported: {
      title: 'Appointments imported',
      body: '%{laboratory} imported new appointments (%{days}): %{count}.',
    },
    assignedMany: {
      title: 'Appointments assigned',
      body: 'New appointments were assigned to you (%{days}): %{count}.',
    },
    moved: {
      title: 'Appointment moved',
      body: 'The appointment of %{patient} was moved to %{date}.',
      push: 'An appointment was moved to %{date}.',
    },
    edited: {
      title: 'Appointment changed',
      body: 'The details of the appointment of %{patient} on %{date} were changed.',
      push: 'The details of an appointment on %{date} were changed.',
    },
    cancelled: {
      title: 'Appointment cancelled',
      body: 'The appointment of %{patient} on %{date} was cancelled: %{reason}',
      push: 'An appointment on %{date} was cancelled.',
    },
    withdrawn: {
      title: 'Appointment taken over',
      body: 'The appointment of %{patient} on %{date} is with another laboratory now.',
      push: 'An appointment on %{date} is with another laboratory now.',
    },
    unassigned: {
      title: 'Appointment taken off your list',
      body: 'The appointment of %{patient} on %{date} is no longer yours.',
      push: 'An appointment on %{date} is no longer yours.',
    },
    unassignedMany: {
      title: 'Appointments taken off your list',
      body: 'Appointments that are no longer yours (%{days}): %{count}.',
    },
    status: {
      title: 'Status changed',
      body: 'The appointment of %{patient} is now %{status}.',
      push: 'An appointment is now %{status}.',
    },
    tracking: {
      title: 'Tracking image uploaded',
      body: '%{employee} uploaded the tracking image for %{patient}.',
      push: '%{employee} uploaded a tracking image.',
    },
    nameRequested: {
      title: 'A laboratory wants a new name',
      body: '%{laboratory} wants to be called “%{name}”. Approve or refuse it under Laboratories.',
    },
    nameApproved: {
      title: 'New name approved',
      body: 'Your laboratory is now called “%{name}”.',
    },
    nameRefused: {
      title: 'New name refused',
      body: 'An administrator refused the name “%{name}”. Your laboratory is still called “%{laboratory}”.',
    },
  },
} as const;

export default en;
