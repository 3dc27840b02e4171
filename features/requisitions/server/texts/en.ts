const en = {
  documents: {
    requisition: 'Requisition %{number}',
    patient: 'Patient',
    collection: 'Collection',
    tests: 'Tests',
    test: 'Test',
    loinc: 'LOINC',
    tube: 'Tube',
    volume: 'Volume, mL',
    fastingHours: 'Fasting, hours',
  },
};

export default en;
