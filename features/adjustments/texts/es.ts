import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  money: {
    states: {
      standing: 'Vigente',
      withdrawn: 'Retirado',
    },
    showAdjustment: 'Ver el ajuste',
    visitAdjustments: 'Ajustes de esta visita',
    showLines: 'Ver los asientos',
    lines: 'Libro',
    adjustments: { waive: 'No cobrar ni pagar', add: 'Agregar un importe', credit: 'Abonar un importe' },
  },
  resources: {
    adjustments: {
      name: 'Ajuste |||| Ajustes',
      title: '{change}: {reason}',
      empty: 'Aún no hay ajustes.',
      create: 'Agregar ajuste',
      reasonHelp: 'El libro y el próximo documento lo muestran.',
      aboutMissing: 'Elija una visita, o una factura para agregar o abonar un importe.',
      withdrawQuestion: '¿Retirar este ajuste? El libro anula lo que cambió.',
      actions: { withdraw: 'Retirar' },
      groups: { about: 'Objeto', adjustment: 'Ajuste' },
      fields: {
        visit: 'Visita',
        invoice: 'Factura',
        change: 'Cambio',
        side: 'Lado',
        kind: 'Por',
        amount: 'Importe',
        recordAgain: 'Registrarlo aunque el mismo importe esté registrado',
        reason: 'Motivo',
        state: 'Estado',
        withdrawal: 'Por qué se retiró',
      },
    },
  },
};

export default es;
