import { requireNode } from './node-version.mjs';

// Older versions can't read TypeScript and would end with a stack trace that doesn't say so.
requireNode('22.18');
await import('../server/main.ts');
