export const visitReports = {
  visitReports: {
    reasons: {
      notHome: 'El paciente no está en casa',
      refused: 'El paciente se negó',
      noVein: 'Sin vena adecuada',
      notFasting: 'El paciente no está en ayunas',
      wrongAddress: 'Dirección equivocada',
      other: 'Otro motivo',
    },
    kinds: {
      started: 'Empezada',
      done: 'Hecha',
      couldNotDraw: 'No se pudo extraer',
    },
  },
};
