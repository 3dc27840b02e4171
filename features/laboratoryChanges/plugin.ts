import { definePlugin } from 'portal-frame/plugin';
import { changeByLaboratory } from './wire/laboratoryChangeApi.ts';

/** Lets laboratories move and cancel their own visits, as long before them as patients may. */
export const laboratoryChanges = definePlugin({
  name: 'laboratoryChanges',
  frame: '^0.1',
  needs: ['app', 'dispatch'],
  features: ['laboratoryChanges'],
  extend: {
    appointments: {
      grants: [
        { action: 'move', role: 'laboratory', binding: changeByLaboratory('appointmentDateTime') },
        { action: 'cancel', role: 'laboratory', binding: changeByLaboratory('cancelReason') },
      ],
    },
  },
});
