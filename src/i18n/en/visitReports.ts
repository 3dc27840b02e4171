/** What employees report of their visits. */
export const visitReports = {
  visitReports: {
    reasons: {
      notHome: 'Patient not at home',
      refused: 'Patient declined',
      noVein: 'No suitable vein',
      notFasting: 'Patient not fasting',
      wrongAddress: 'Wrong address',
      other: 'Other reason',
    },
    kinds: { started: 'Started', done: 'Done', couldNotDraw: 'Could not draw', note: 'Note to the dispatcher' },
    does: { started: 'Start', done: 'Done', couldNotDraw: 'Could not draw', note: 'Note' },
    title: 'Visit reports',
    reason: 'Reason',
    words: 'Note to the dispatcher',
    wordsHint: 'The laboratory does not see this. %{left} characters left.',
    photo: 'Take a photo (optional)',
    photoOf: 'Take a photo (optional): %{name}',
    send: 'Send',
    waiting: '%{what}: waiting to be sent',
    sending: 'Sending: %{what}',
    refused: '%{what}: not accepted. %{cause}',
    notKept: 'The report could not be kept on this device.',
    unsent: '%{smart_count} report not yet sent |||| %{smart_count} reports not yet sent',
    lost: '%{smart_count} report was not sent and is deleted. |||| %{smart_count} reports were not sent and are deleted.',
  },
} as const;
