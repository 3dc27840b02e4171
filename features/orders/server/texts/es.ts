import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  automations: {
    drawnTubes: {
      rejected: {
        title: 'Tubo rechazado',
        body: 'El tubo %{label}, que usted extrajo, fue rechazado: %{rejectReason}. Se extraerá de nuevo.',
        push: 'Un tubo que usted extrajo fue rechazado: %{rejectReason}.',
      },
    },
  },
  server: {
    labelUsed: 'La etiqueta %{label} ya está en otro tubo.',
    orderDrawn:
      'Ya hay tubos extraídos de este pedido: se queda, y con su cita. Un administrador puede corregir antes los tubos.',
  },
  notices: {
    redraw: {
      title: 'Hay que repetir una extracción',
      body: '%{laboratory} necesita que se repita un tubo de %{patient}. Una cita nueva, propuesta para el %{date}, necesita hora y empleado.',
      push: '%{laboratory} necesita que se repita un tubo. Una cita nueva necesita hora y empleado.',
    },
    redrawMore: {
      title: 'Repetición: un tubo más',
      body: '%{laboratory} necesita que se repita un tubo más de %{patient}. Se hará en la cita que espera empleado, del %{date}.',
      push: '%{laboratory} necesita que se repita un tubo más, en una cita que espera empleado.',
    },
  },
};
export default es;
