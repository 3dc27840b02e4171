import type { CollectionRecord } from 'portal-frame';
import { getBusinessName, getServerTexts, records, type Services, systemContext } from 'portal-frame/server';
import { findCollection } from 'portal-frame/server/database';

type BusinessProfile = CollectionRecord<'businessProfile'>;

/** Reads the business profile; undefined until an admin enters it. */
export async function findBusinessProfile(services: Services): Promise<BusinessProfile | undefined> {
  if (!findCollection(services, 'businessProfile')) return undefined;
  const { records: found } = await records(systemContext(services)).find('businessProfile', { perPage: 1 });
  return found[0] as BusinessProfile | undefined;
}

/** Returns the name for mails: of the profile, else of the sender of mails, else of the app. */
export const findBusinessName = async (services: Services, language: string): Promise<string> =>
  (await findBusinessProfile(services))?.name ?? getBusinessName(services.config, getServerTexts(language));

/** The business as the sender of documents. */
export const BUSINESS_SENDER = {
  resource: 'businessProfile',
  name: 'name',
  lines: ['address', 'phone', 'email', { field: 'taxNumber', label: true }],
  logo: 'logo',
  footer: 'footer',
} as const;
