import type { z } from 'zod';
import { translate } from '../i18n/provider.ts';
import type { Call } from '../wire/call.ts';
import { RequestError, request } from './request.ts';
import type { RequestInput } from './requestBody.ts';

/**
 * Makes a call of the app's own server and returns the data that its schema declares. Loads zod, so only screens that
 * load later use it. Throws a RequestError, also if the data does not fit the schema.
 */
export async function requestData<C extends Call>(call: C, input?: RequestInput): Promise<z.output<C['data']>> {
  const [data] = await Promise.all([request(call, input), import('../fields/loadZod.ts')]);
  const read = call.data.safeParse(data);
  if (!read.success) throw new RequestError(translate(call.failure.refused), 0);
  return read.data as z.output<C['data']>;
}
