/** Browser entry for work without a connection: stored records, waiting requests, pictures. */

export { registerServiceWorker } from '../device/registerServiceWorker.ts';
export { createRetryingSender } from '../device/retryingSender.ts';
export { shrinkPicture } from '../device/shrinkPicture.ts';
export { withTabLock } from '../device/tabLock.ts';
export { getVault, type Vault } from '../device/vault.ts';
export { describeUnsent } from '../session/notifyLostWork.ts';
export { hasUnsentWork, storeUnsentCounts, type UnsentCounts } from '../session/unsentWork.ts';
