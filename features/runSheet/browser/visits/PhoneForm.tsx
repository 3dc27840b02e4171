import { DialogForm } from 'portal-frame/browser';
import type { ComponentProps } from 'react';
import { THUMB_SIZE } from './TakePhoto.tsx';

/** A form in a dialog on the phone. `onSubmit` validates it. */
export const PhoneForm = (props: ComponentProps<typeof DialogForm>) => (
  <DialogForm {...props} buttonHeight={THUMB_SIZE} unassisted />
);
