const en = {
  server: {
    tooLateToChange: 'A visit can be moved or cancelled here until %{hours} hours before it. Please contact us.',
    timeTaken: 'This time is not free. Please choose one of the offered times.',
  },
  notices: {
    movedByLaboratory: {
      title: 'Laboratory moved a visit',
      body: '%{laboratory} moved the visit of %{patient} to %{date}.',
      push: '%{laboratory} moved a visit to %{date}.',
    },
    cancelledByLaboratory: {
      title: 'Laboratory cancelled a visit',
      body: '%{laboratory} cancelled the visit of %{patient} on %{date}: %{reason}',
      push: '%{laboratory} cancelled a visit on %{date}.',
    },
  },
};

export default en;
