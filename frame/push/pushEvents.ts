/** Dispatches `push` for every push message while the portal is open. */
export const pushEvents = new EventTarget();
