/** Browser entry for cards of the settings screen, besides `SettingsCard`: lists, dialogs and their rules. */

export { MULTIPLE_PROPS } from '../inputs/ReferenceSearchInput.tsx';
export { FormDialog, type FormValues } from '../pages/settings/FormDialog.tsx';
export { getFieldErrors } from '../pages/settings/fieldErrors.ts';
export { LogDialog } from '../pages/settings/programs/LogDialog.tsx';
export { dividedListStyles, SettingsLine, SettingsList } from '../pages/settings/SettingsLine.tsx';
