import { request } from '../frame/dataProvider/request.ts';
import { findCalls, LEAST_LETTERS, readFound } from './wire/find.ts';

/** Asks the host that can find people, by any detail of them. */
export const findRecords = async (text: string, signal: AbortSignal) =>
  text.length < LEAST_LETTERS ? [] : readFound(await request(findCalls.find, { body: { text }, signal }));
