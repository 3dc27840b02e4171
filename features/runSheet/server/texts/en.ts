const en = {
  server: {
    reportKeyUsed: 'This report belongs to another visit.',
    startedOver: 'This visit is over: it cannot be started again.',
    tooManyReports: 'This visit has too many reports already.',
    reportOutdated: 'Reports like this are no longer taken. Reload the page, and report it anew.',
  },
  notices: {
    notDrawn: {
      title: 'Could not draw',
      body: '%{employee} could not draw blood from %{patient} (%{date}): %{said}',
      push: '%{employee} could not draw blood at an appointment on %{date}.',
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
  },
} as const;
export default en;
