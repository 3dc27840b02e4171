const en = {
  server: {
    patientChanged: 'These appointments have changed in the meantime. Please check them again.',
    patientDeleted: 'Deleted: %{count} appointments of this patient.',
    patientFilesPending:
      'Deleted: %{count} appointments of this patient. Still pending: %{files} files, as the file storage does not answer. The server keeps trying.',
  },
};

export default en;
