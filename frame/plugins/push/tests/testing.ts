/** Parts for tests of apps with push messages: a push service that runs in the test. */

export { createFcmClient } from '../server/fcmClient.ts';
export { setPushClient } from '../server/pushClient.ts';
export { fcmForEach } from './fcm.ts';
