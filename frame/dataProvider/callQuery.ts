import type { QueryKey } from '@tanstack/react-query';
import type { Call } from '../wire/call.ts';
import { request } from './request.ts';
import type { RequestInput } from './requestBody.ts';

/**
 * Query options of a GET call.
 * @example const { data } = useQuery({ ...callQuery(['feed'], feedCalls.feed, readFeed), enabled });
 */
export const callQuery = <T>(queryKey: QueryKey, call: Call, read: (data: unknown) => T, input?: RequestInput) => ({
  queryKey,
  queryFn: async ({ signal }: { signal: AbortSignal }) => read(await request(call, { ...input, signal })),
});
