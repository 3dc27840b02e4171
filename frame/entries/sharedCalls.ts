/** Entry for the frame's own calls, which an app can extend, bind or restrict. Browser and server both read it. */

export { ACTIVITY_OPERATIONS } from '../wire/activityOperations.ts';
export { notificationsApi } from '../wire/calls/notificationCalls.ts';
export { PROFILE_FAILURE, profileCalls } from '../wire/calls/profileCalls.ts';
export { readSessions, wireSession } from '../wire/calls/sessionCalls.ts';
export { signedIn } from '../wire/calls/signInReplies.ts';
export { frameCalls } from '../wire/index.ts';
