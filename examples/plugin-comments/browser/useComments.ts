import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePending, useView } from 'portal-frame/browser';
import { useDataProvider } from 'ra-core';
import type { Person, WireComment } from '../commentConfig.ts';

export interface Thread {
  comments: WireComment[];
  total: number;
}

export interface FoundComment {
  id: string;
  record: { id: string; [field: string]: unknown };
  comment: WireComment;
}

export interface Draft {
  text: string;
  mentions: string[];
}

/** Returns a function that calls a route of the comments of the view's resource. */
function useRoute() {
  const { resource } = useView();
  const provider = useDataProvider();
  return async <T>(options: object): Promise<T> => (await provider.callRoute(resource.name, options)).data;
}

/** Reads the newest comments on a record. Live events of `comments` read them again. */
export function useThread(recordId: string, most: number) {
  const { resource } = useView();
  const call = useRoute();
  return useQuery({
    queryKey: ['comments', resource.name, recordId, most],
    queryFn: ({ signal }) => call<Thread>({ path: [recordId, 'comments'], query: { most: String(most) }, signal }),
    placeholderData: (former) => former,
  });
}

/** Finds people to mention. Without a text it asks nothing. */
export function useReaders(recordId: string, text: string | undefined) {
  const { resource } = useView();
  const call = useRoute();
  return useQuery({
    queryKey: ['comments', resource.name, recordId, 'people', text],
    queryFn: ({ signal }) =>
      call<Person[]>({ path: [recordId, 'comments', 'people'], query: { text: text ?? '' }, signal }),
    enabled: text !== undefined,
    placeholderData: (former) => former,
  });
}

export function useFoundComments(text: string) {
  const { resource } = useView();
  const call = useRoute();
  return useQuery({
    queryKey: ['comments', resource.name, 'find', text],
    queryFn: ({ signal }) => call<FoundComment[]>({ path: ['comments', 'find'], body: { text }, signal }),
    enabled: text !== '',
  });
}

/** Returns functions that change the comments on a record, and whether one of them runs. */
export function useChanges(recordId: string) {
  const { resource } = useView();
  const call = useRoute();
  const queries = useQueryClient();
  const [pending, run] = usePending();
  /** Resolves to whether the host took the change. A refusal shows as a toast. */
  const change = async (options: object): Promise<boolean> => {
    let done = false;
    await run(async () => {
      await call({ path: [recordId, 'comments'], ...options });
      done = true;
      await queries.invalidateQueries({ queryKey: ['comments', resource.name, recordId] });
    });
    return done;
  };
  return {
    pending,
    add: (draft: Draft) => change({ body: draft }),
    save: ({ id, version }: WireComment, draft: Draft) => change({ method: 'PUT', body: { id, version, ...draft } }),
    remove: ({ id }: WireComment) => change({ method: 'DELETE', query: { comment: id } }),
  };
}
