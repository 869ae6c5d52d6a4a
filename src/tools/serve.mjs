import { requireNode } from './node-version.mjs';

// Older versions can't read TypeScript and would end with an unhelpful stack trace.
requireNode('22.18');
await import('#server/main.ts');
