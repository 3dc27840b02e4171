/** Texts that only the server uses. */
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
    labelUsed: 'The label %{label} is on another tube.',
    orderDrawn:
      'Tubes of this order are drawn: it stays, and stays with its appointment. An admin can correct the tubes first.',
  },
  notices: {
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
  },
} as const;
export default en;
