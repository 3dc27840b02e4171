/** Lo que los empleados avisan de sus visitas. */
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
    kinds: { started: 'Empezada', done: 'Hecha', couldNotDraw: 'No se pudo extraer', note: 'Nota para el despacho' },
    does: { started: 'Empezar', done: 'Hecha', couldNotDraw: 'No se pudo extraer', note: 'Nota' },
    title: 'Avisos de la visita',
    reason: 'Motivo',
    words: 'Nota para el despacho',
    wordsHint: 'El laboratorio no la ve. Quedan %{left} caracteres.',
    photo: 'Tomar una foto (opcional)',
    photoOf: 'Tomar una foto (opcional): %{name}',
    send: 'Enviar',
    waiting: '%{what}: a la espera de enviarse',
    sending: 'Enviando: %{what}',
    refused: '%{what}: no aceptado. %{cause}',
    notKept: 'El aviso no se pudo guardar en este dispositivo.',
    unsent: '%{smart_count} aviso sin enviar |||| %{smart_count} avisos sin enviar',
    lost: '%{smart_count} aviso no se envió y se borró. |||| %{smart_count} avisos no se enviaron y se borraron.',
  },
};
