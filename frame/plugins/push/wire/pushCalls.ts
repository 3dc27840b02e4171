import { declareCalls, failureTexts } from 'portal-frame';
import { requiredMessage } from 'portal-frame/wire';
import { z } from 'zod';

const { post } = declareCalls({ personal: true, ignoresUnknownFields: true });

export const pushCalls = {
  generateFcm: post('/common/generate-fcm', {
    summary: "Register this browser's push token.",
    body: z.object({
      fcmToken: z
        .string()
        .min(1, { error: requiredMessage('fcmToken') })
        .max(2048)
        .regex(/^[\x20-\x7e]*$/),
    }),
    failure: failureTexts('errors.generateFcm'),
  }),
};
