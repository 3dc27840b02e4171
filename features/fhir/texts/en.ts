const en = {
  fhir: {
    parameter: 'The search parameter %{name} cannot be understood.',
    twice: 'The search parameter %{name} is given twice.',
    unsupported: 'The search parameter %{name} is not supported. What is supported stands in /fhir/metadata.',
    format: 'Only JSON is available here (application/fhir+json).',
  },
};

export default en;
