import { vi } from 'vitest';

// A file's stores must not hold what another file left in them.
vi.resetModules();
