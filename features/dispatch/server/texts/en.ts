const en = {
  server: {
    reportedDone: 'The employee reported this visit as done. This change clears that report.',
    reportedDoneMany: 'Visits reported as done, whose reports this change clears: %{count}.',
  },
} as const;
export default en;
