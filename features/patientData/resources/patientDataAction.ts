import type { ActionConfig } from 'portal-frame/plugin';

/** Opens the appointments under the patient's name, to export or delete them. */
export const patientDataAction: ActionConfig = {
  field: 'patientName',
  placement: 'header',
  component: () => import('../browser/PatientData.tsx'),
};
