const en = {
  patients: {
    open: 'Patient data',
    title: 'Data of %{name}',
    hint: 'Appointments under this name. Choose the ones that belong to the same person, then export or delete their data.',
    born: 'born %{date}',
    export: 'Export',
    exported: 'Patient data exported.',
    delete: 'Delete',
    question:
      'This deletes %{count} appointments with their documents and photos for good. Payments keep their amounts.',
    confirm: 'Delete %{count} appointments',
  },
  errors: {
    patient: 'Something went wrong with this patient’s data',
  },
};

export default en;
