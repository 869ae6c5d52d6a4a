import { vi } from 'vitest';

// A file's stores must not keep the state that another file left behind.
vi.resetModules();
