const en = {
  documents: {
    preview: 'Preview',
    pdf: 'Download PDF',
    csv: 'Download CSV',
    failed: 'The file could not be created. Please try again.',
    missing: 'Not entered yet, so not on the document: %{fields}.',
  },
};

export default en;
