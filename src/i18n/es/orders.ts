/** Answers of patients. */
export const orders = {
  orders: {
    declined: {
      otherTime: 'La hora no me conviene',
      notPrepared: 'No pude prepararme como me dijeron',
      unwell: 'No me siento bien',
      notWanted: 'No quiero la visita',
      other: 'Otro motivo',
    },
  },
};
