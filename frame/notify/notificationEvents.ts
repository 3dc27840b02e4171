/** Dispatches `new` for every notification that comes while the portal is open, by whatever way. */
export const notificationEvents = new EventTarget();
