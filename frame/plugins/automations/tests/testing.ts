/** Parts for tests of apps with webhooks and automations. */

export { checkAutomationParts, listAutomations } from '../server/automationList.ts';
export { isAllowedUrl, isPublicAddress, postWebhook } from '../server/postWebhook.ts';
export { readVisibleRecord } from '../server/sendWebhook.ts';
