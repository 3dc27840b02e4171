// First setup file of tests that add resources: the portal's modules are loaded again, libraries stay.
import { vi } from 'vitest';

vi.resetModules();
