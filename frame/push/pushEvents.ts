/** Says `push` whenever a push message arrives while the portal is open. */
export const pushEvents = new EventTarget();
