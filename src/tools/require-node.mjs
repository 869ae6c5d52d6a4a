import { requireNode } from './node-version.mjs';

// npm commands bring a newer Node themselves; this one only has to get as far as that.
requireNode('20.0');
