/**
 * Texts that only the server uses. They override the frame's (frame/i18n/en/serverTexts.ts) and the portal's (src/i18n).
 */
const en = {
  automations: {
    drawnTubes: {
      rejected: {
        title: 'Tube rejected',
        body: 'The tube %{label}, which you drew, was rejected: %{rejectReason}. It is to be drawn again.',
        push: 'A tube that you drew was rejected: %{rejectReason}.',
      },
    },
  },
  server: {
    patientChanged: 'These appointments have changed in the meantime. Please check them again.',
    patientDeleted: 'Deleted: %{count} appointments of this patient.',
    patientFilesPending:
      'Deleted: %{count} appointments of this patient. Still pending: %{files} files, as the file storage does not answer. The server keeps trying.',
    alreadyAssigned: 'An employee is already assigned to this appointment.',
    reportedDone: 'The employee reported this visit as done. This change clears that report.',
    reportedDoneMany: 'Visits reported as done, whose reports this change clears: %{count}.',
    pastDay: 'That day has passed: %{time}.',
    reportKeyUsed: 'This report belongs to another visit.',
    startedOver: 'This visit is over: it cannot be started again.',
    labelUsed: 'The label %{label} is on another tube.',
    nothingToHandOver: 'None of these tubes is yours to hand over to this laboratory now: %{labels}.',
    deviceTaken: 'These steps belong to the device of somebody else.',
    noOrder: 'There is no order for this appointment.',
    orderDrawn:
      'Tubes of this order are drawn: it stays, and stays with its appointment. An admin can correct the tubes first.',
    tooManyReports: 'This visit has too many reports already.',
    visitOver: 'This visit is over or under way, so it stays with its employee and at its time.',
    paid: 'The fees are paid, so they cannot be changed.',
    monthClosed: 'The month %{month} is closed, and this change would alter it. Choose days after it, or reopen it.',
    monthNotOver: 'This month is not over yet.',
    monthPaid: 'An invoice or payout of this month is paid, so it stays closed.',
    monthUnfinished:
      'Visits without a result: %{withoutResult}, without a price: %{withoutPrice}, without an employee: %{withoutEmployee}. Settle them, or close with open points.',
    firstOfMonth: 'Choose the first day of the month.',
    noPlannedMiles: 'The planned route has no miles, or an address without a known ZIP code. Type the miles.',
    notPartly: 'This must be more than nothing and less than the balance.',
    alreadyTracked: 'A tracking image was already uploaded for this appointment.',
    noSuchEmployee: 'This employee does not exist or is not active.',
    noSuchLaboratory: 'This laboratory does not exist.',
    severalLaboratories: 'Several laboratories have this name. Rename one of them first.',
    laboratoryTaken: 'Another laboratory has this name, or one that looks like it.',
    laboratoryReserved: 'This name is reserved, or too similar to a reserved one. Please choose another.',
    nameDecided: 'This laboratory is no longer asking for that name.',
    employeeIdTaken: 'This employee ID is already in use.',
    reportOutdated: 'Reports like this are no longer taken. Reload the page, and report it anew.',
  },
  toasts: {
    handOverClosed: 'Scan closed',
  },
  fhir: {
    parameter: 'The search parameter %{name} cannot be understood.',
    unsupported: 'The search parameter %{name} is not supported. What is supported stands in /fhir/metadata.',
    format: 'Only JSON is available here (application/fhir+json).',
  },
  confirmation: {
    page: 'Your visit',
    title: 'Your visit on %{day}',
    when: 'We come between %{from} and %{to}. Will you be there?',
    time: 'We come on %{day} between %{from} and %{to}.',
    where: 'We come to: %{address}',
    fast: 'Do not eat for %{hours} hours before the visit. Water is fine.',
    prepare: 'Preparation: %{text}',
    phone: 'Questions? Call us: %{phone}',
    prepared: 'I am following the preparation I was given.',
    confirm: 'Yes, I will be there',
    cannot: 'I cannot keep this visit',
    why: 'Why?',
    choose: 'Please say why you cannot keep this visit.',
    decline: 'No, please contact me',
    cancel: 'Cancel the visit',
    cancelReason: 'By the patient: %{reason}',
    moveTitle: 'Move this visit',
    newTime: 'New time',
    chooseTime: 'Choose a time',
    between: 'between %{from} and %{to}',
    move: 'Move the visit',
    noTimes: 'No other time is free at the moment. Please call us.',
    stops: 'Visits before yours today: %{count}.',
    next: 'You are next.',
    tooLate: 'It is too late to change the visit here. Please contact us.',
    taken: 'This time is no longer free. Please choose another.',
    confirmed: {
      title: 'Thank you',
      text: 'The time is confirmed. If something comes up, use this link again until the visit.',
    },
    declined: {
      title: 'Thank you',
      text: 'Your answer was passed on, and we will contact you. You can close this page.',
    },
    cancelled: {
      title: 'Your visit is cancelled',
      text: 'Thank you for telling us. You can close this page.',
    },
    over: {
      title: 'This link has expired',
      text: 'The time of the visit has come, so it cannot be answered any more.',
    },
    changed: {
      title: 'This visit has changed',
      text: 'It was moved or cancelled after the message was sent. If it has a new time, you get a new message or a call.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Part of it may be missing. Please open the link in our latest message to you again, to its end.',
    },
  },
  mail: {
    invoice: {
      subject: 'Invoice %{number}',
      text: 'Invoice %{number}: %{total}, due on %{dueOn}. The attached PDF has its lines.',
    },
    onMyWay: {
      subject: 'We come to you next',
      text: 'Hello,\n\n%{business} comes to you next: on %{day}, between %{from} and %{to}.\n\nThis link shows how many visits come before yours:\n%{link}\n\nYou need no account for it. Please do not forward this message.',
    },
    visit: {
      phone: 'Questions? Call us: %{phone}',
      subject: 'Your visit on %{day}',
      text: 'Hello,\n\n%{business} comes to you on %{day}, between %{from} and %{to}.\n\nPlease tell us whether you will be there. Open this link and choose an answer; it works until the visit:\n%{link}\n\nYou need no account for it. Please do not forward this message.',
    },
    events: {
      feedMade: {
        subject: 'A calendar feed was created',
        text: 'A password or secret address was created with which your visits in the %{app} can be read as a calendar.',
      },
      feedNames: {
        subject: 'Your calendar feed now names patients',
        text: 'The calendar feed of your visits in the %{app} now contains the names, addresses and phone numbers of patients.',
      },
    },
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
      body: '%{laboratory} imported new appointments: %{count}.',
    },
    assignedMany: {
      title: 'Appointments assigned',
      body: 'New appointments were assigned to you: %{count}.',
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
      body: 'Appointments that are no longer yours: %{count}.',
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
    notDrawn: {
      title: 'Could not draw',
      body: '%{employee} could not draw blood from %{patient} (%{date}): %{said}',
      push: '%{employee} could not draw blood at an appointment on %{date}.',
    },
    redraw: {
      title: 'Redraw needed',
      body: '%{laboratory} needs a tube of %{patient} drawn again. A new appointment, proposed for %{date}, needs a time and an employee.',
      push: '%{laboratory} needs a tube drawn again. A new appointment needs a time and an employee.',
    },
    redrawMore: {
      title: 'Redraw: one more tube',
      body: '%{laboratory} needs one more tube of %{patient} drawn again. The appointment that waits for an employee, at %{date}, takes it along.',
      push: '%{laboratory} needs one more tube drawn again, at an appointment that waits for an employee.',
    },
    declined: {
      title: 'Patient says no',
      body: '%{patient} says no to the visit on %{date}: %{said}',
      push: 'A patient says no to a visit on %{date}.',
    },
    movedByPatient: {
      title: 'Patient moved a visit',
      body: '%{patient} moved the visit to %{date}. It keeps its employee: %{employee}',
      push: 'A patient moved a visit to %{date}.',
    },
    cancelledByPatient: {
      title: 'Patient cancelled a visit',
      body: '%{patient} cancelled the visit on %{date}: %{said}',
      push: 'A patient cancelled a visit on %{date}.',
    },
    tubesMissing: {
      title: 'Tubes missing',
      body: '%{laboratory} scanned a hand-over of %{of}. Missing: %{labels}',
      push: '%{laboratory} scanned a hand-over of %{of}. Tubes missing: %{count}',
    },
    visitNote: {
      title: 'Note about a visit',
      body: '%{employee} about %{patient} (%{date}): %{said}',
      push: '%{employee} left a note about an appointment on %{date}.',
    },
    lateReport: {
      title: 'Report from before your change',
      body: '%{employee} about %{patient} (%{date}): %{said}. The report is older than the latest change to the visit, which stays as it is.',
      push: 'A report about an appointment on %{date} is older than its latest change.',
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
