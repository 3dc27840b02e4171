import { afterEach, beforeAll, expect } from 'vitest';
import { takeUnexpected } from './harness.ts';

beforeAll(() => void takeUnexpected());
afterEach(() => expect(takeUnexpected()).toEqual([]));
