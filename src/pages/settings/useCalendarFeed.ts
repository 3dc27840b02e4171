import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Call } from 'portal-frame';
import { callQuery, isOffered, request, toast, useFailure } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { type Feed, feedCalls, readFeed } from '../../wire/calendarFeedApi.ts';

const FEED_KEY = ['feed'];

/** Fetches the calendar feed. Undefined if the host lacks the call (design.md: extras). */
export const useFeed = () =>
  useQuery({ ...callQuery(FEED_KEY, feedCalls.feed, readFeed), enabled: isOffered(feedCalls.feed) }).data;

interface FeedChange {
  call: Call;
  body?: Record<string, unknown>;
  /** i18n key of the success toast. */
  message: string;
}

const CHANGES = {
  make: (secretAddress: boolean): FeedChange => ({
    ...{ call: feedCalls.makeFeed, body: { secretAddress }, message: 'toasts.feedMade' },
  }),
  end: { call: feedCalls.endFeed, message: 'toasts.feedEnded' },
  names: (names: boolean): FeedChange => ({ call: feedCalls.changeFeed, body: { names }, message: 'toasts.updated' }),
};

export function useChangeFeed() {
  const t = useTranslate();
  const fail = useFailure();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ call, body }: FeedChange) => readFeed(await request(call, body ? { body } : {})),
    onSuccess: (feed: Feed, { message }) => {
      toast.success(t(message));
      // The host sends the address once. Keep it when the names change.
      const { path = '', user = '', password = '' } = client.getQueryData<Feed>(FEED_KEY) ?? {};
      client.setQueryData<Feed>(FEED_KEY, feed.createdAt && !feed.path ? { ...feed, path, user, password } : feed);
    },
    onError: fail,
  });
  return {
    busy: isPending,
    make: (secretAddress: boolean) => mutate(CHANGES.make(secretAddress)),
    end: () => mutate(CHANGES.end),
    setNames: (names: boolean) => mutate(CHANGES.names(names)),
  };
}
